import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { examineDatabase, messageOf, SettingError, silentLogger, systemClock } from '@stationery/core';
import type { FleetConfig } from '@stationery/fleet';
import type { PlotterConfig } from '@stationery/plotter';
import type { StationConfig } from '@stationery/station';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { isWritable } from './folder-state.ts';

const connectWithinMs = 5_000;

/** Loads the fleet code only if a service is in a fleet, which most are not. */
export async function fleetChecks({ station, plotter }: CheckInput): Promise<Finding[]> {
  const services = [
    { title: 'Fleet of the station', config: station },
    { title: 'Fleet of the plotter', config: plotter },
  ].filter(({ config }) => config.fleetUrl !== undefined || existsSync(join(config.dataDir, 'fleet')));
  if (services.length === 0) return [skipped('Fleet', 'in no fleet')];
  const findings = await Promise.all(services.map(({ title, config }) => fleetCheck(title, config)));
  return [...findings, ...(await claimsCheck(plotter))];
}

async function fleetCheck(name: string, config: PlotterConfig | StationConfig): Promise<Finding> {
  const { deviceCredentialsFile, readCredentials, readFleetConfig } = await import('@stationery/fleet');
  let fleet: FleetConfig | undefined;
  try {
    fleet = readFleetConfig({
      ...config,
      credentials: readCredentials(deviceCredentialsFile(config.dataDir)),
    });
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return bad(name, messageOf(error), 'correct it, then restart the service');
  }
  if (fleet === undefined) return skipped(name, 'in no fleet');
  const { Broker } = await import('@stationery/fleet/collections');
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(connectWithinMs)]);
  const broker = new Broker(fleet, 'stationery doctor', { clock: systemClock, log: silentLogger, signal });
  try {
    if ((await broker.firstUnlessRefused()) !== undefined)
      return good(name, `${fleet.address} can be reached`);
    const { why } = broker.state;
    return why !== null
      ? bad(name, `${fleet.address}: ${why.reason}`, 'restart the service then')
      : bad(
          name,
          `the NATS server at ${fleet.address} can’t be reached`,
          'start it with “stationery fleet up”; if it runs, check FLEET_URL, the network and the firewall',
        );
  } finally {
    stop.abort();
    await broker.close();
  }
}

async function claimsCheck({ dataDir }: PlotterConfig): Promise<Finding[]> {
  const name = 'Fleet database of the plotter';
  const folder = resolve(dataDir, 'fleet');
  if (!existsSync(folder)) return [];
  if (!isWritable(folder))
    return [skipped(name, `${folder} may not be written by this user: run this as root`)];
  const { claimData } = await import('@stationery/fleet/agent');
  const { path, state, reason } = examineDatabase(folder, claimData);
  if (state === 'none') return [skipped(name, `none in ${folder} yet`)];
  if (state === 'in use') return [skipped(name, `${path} is in use; stop the plotter to check it`)];
  if (state === 'newer')
    return [bad(name, `${path} was written by a newer version`, 'install the newer version')];
  if (state === 'damaged')
    return [bad(name, `${path} is damaged: ${reason}`, 'stop the plotter, then: stationery doctor --repair')];
  return [good(name, path)];
}
