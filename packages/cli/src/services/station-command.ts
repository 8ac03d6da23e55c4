import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findLauncher, networkCommandSettings } from '@stationery/appliance';
import { launchVariables } from '@stationery/appliance/launcher';
import { type Logger, packageVersion, systemClock } from '@stationery/core';
import type { FleetConfig } from '@stationery/fleet';
import { type ReaderState, readReader } from '@stationery/nfc';
import {
  readStationConfig,
  type Station,
  type StationConfig,
  startStation,
  stationSettings,
} from '@stationery/station';
import { stationPage } from '@stationery/web';
import { defineCommand } from '../command-line/command.ts';
import {
  addressLine,
  createServiceLog,
  restartBySystemd,
  runServices,
  type StartService,
} from './service.ts';
import { warnOfUnknownVariables } from './unknown-variables.ts';

/** Environment variables that the launcher reads or sets. */
const launcherVariables = [...Object.values(launchVariables), 'STATION_FIRMWARE_TRIAL_SECONDS'];

export const station = defineCommand({
  summary: 'Run the base station',
  about: 'Files on a card, tags, and the bindings between them, over HTTP and HTTPS.',
  keepsRunning: true,
  settings: {
    title: 'Settings',
    section: 'station',
    table: stationSettings,
    example: '{ "httpPort": 8080 }',
  },
  examples: [
    'stationery station',
    'stationery station --http-port 8080 --card-dir /media/card',
    'stationery station --host 0.0.0.0 --reader pn532:/dev/ttyUSB0',
  ],
  run: (context) => runServices([startStationService], context),
});

export const startStationService: StartService = async ({ sources }, others) => {
  // Stop as on SIGTERM if the launcher exits, because nothing could restart the station then.
  const launcher = findLauncher(() => process.kill(process.pid, 'SIGTERM'));
  const unknownKeys: string[] = [];
  const config = readStationConfig({
    ...sources('station'),
    // After a rollback, the older version must not fail because of a setting of the newer version.
    ...(launcher === undefined ? {} : { onUnknownKey: (message) => unknownKeys.push(message) }),
  });
  const fleet = await readFleet(config);
  const log = createServiceLog(config.logLevel);
  warnOfUnknownVariables(
    sources('station').env,
    { prefix: 'STATION_', tables: [stationSettings, networkCommandSettings], others: launcherVariables },
    log,
  );
  for (const message of unknownKeys) log.warn(`${message} in this version; ignored`);
  const opened = readReader(config.reader).open({ clock: systemClock, log });
  const station = await startStation(config, {
    ...opened,
    ...(launcher === undefined ? {} : { launcher }),
    pages: stationPage,
    otherPage: () => others()[0]?.http,
    ...restartBySystemd(),
    clock: systemClock,
    log,
  });
  const agent = fleet && (await joinFleet(fleet, station, log));
  return {
    about: {
      service: 'station',
      version: packageVersion,
      http: station.http.url,
      https: station.https.url,
      card: station.cardDir,
      reader: config.reader,
    },
    title: `Stationery base station ${packageVersion}`,
    http: station.http,
    lines: [
      addressLine(station.http),
      addressLine(station.https),
      `API docs      ${station.http.url}/api/docs`,
      `Card          ${station.cardDir}${station.card.state === 'missing' ? `   (${station.card.reason})` : ''}`,
      `Reader        ${config.reader}${readerTrouble(opened.reader.state)}`,
      ...(config.firmwareAllowUnsigned === 'yes'
        ? ['Firmware      unsigned bundles are accepted: for development only']
        : []),
      ...(agent === undefined ? [] : [`Fleet         ${fleet?.address}   (as ${agent.deviceId})`]),
    ],
    async stop() {
      await agent?.stop();
      await station.stop();
    },
  };
};

/** Loads the fleet code only if the station is in a fleet, which most are not. */
async function readFleet(config: StationConfig): Promise<FleetConfig | undefined> {
  const { fleetUrl, dataDir } = config;
  if (fleetUrl === undefined && !existsSync(join(dataDir, 'fleet'))) return undefined;
  const { deviceCredentialsFile, readCredentials, readFleetConfig } = await import('@stationery/fleet');
  return readFleetConfig({ ...config, credentials: readCredentials(deviceCredentialsFile(dataDir)) });
}

async function joinFleet(config: FleetConfig, { access }: Station, log: Logger) {
  const { startStationAgent, stationDeviceId } = await import('@stationery/fleet/agent');
  const deviceId = config.credentials?.deviceId ?? stationDeviceId(access.snapshot().settings.serial);
  const { stop } = startStationAgent({
    config,
    deviceId,
    station: access,
    version: packageVersion,
    clock: systemClock,
    log,
  });
  return { deviceId, stop };
}

function readerTrouble(state: ReaderState): string {
  return state.state === 'failed' ? `   (${state.reason})` : '';
}
