import { basename } from 'node:path';
import {
  configRightsName,
  enablingLink,
  type NetworkPlan,
  networkUnitNames,
  otherUnits,
  stationUnit,
  thisMachine,
} from '@stationery/appliance/network';
import { networkTakesEffect, whatIsMissing } from './network-takes-effect.ts';
import { indented, runStep, runSteps, type Say } from './run-step.ts';

export const enablingLinks = [...networkUnitNames, stationUnit].map(enablingLink);

/** Disables and stops removed units. Call this while their files still exist. */
export async function retire(removed: readonly string[], say: Say): Promise<void> {
  const units = removed.map((path) => basename(path)).filter((name) => /^stationery-.*\.service$/.test(name));
  if (units.length > 0) await runStep(say, 'systemctl', 'disable', '--now', ...units);
}

/** Stops everything that could join a network with this radio, then starts the access point. */
export async function startNetwork(plan: NetworkPlan, say: Say): Promise<boolean> {
  const steps = [
    ['systemd-sysusers'],
    ['systemd-tmpfiles', '--create', 'stationery.conf', configRightsName],
    ['systemctl', 'daemon-reload'],
    ...(await reloadManagers()),
    ...(await running(otherUnits(plan))).map((unit) => ['systemctl', 'stop', unit]),
    ['systemctl', 'enable', '--quiet', ...networkUnitNames, stationUnit],
  ];
  const ok = await runSteps(say, steps);
  if (!(await runStep(say, 'systemctl', 'restart', ...networkUnitNames))) {
    say(indented(await whatIsMissing(plan)));
    return false;
  }
  return (await networkTakesEffect(plan, say)) && ok;
}

/** Returns the steps that reload the network managers, which read their files only on request. */
async function reloadManagers(): Promise<string[][]> {
  const [manager, networkd] = await Promise.all(
    ['NetworkManager.service', 'systemd-networkd.service'].map((unit) => isRunning(unit)),
  );
  return [
    ...(manager
      ? [
          ['nmcli', 'general', 'reload'],
          ['nmcli', 'connection', 'reload'],
        ]
      : []),
    ...(networkd ? [['networkctl', 'reload']] : []),
  ];
}

const isRunning = async (unit: string) =>
  (await thisMachine.run('systemctl', 'is-active', '--quiet', unit)).status === 0;

async function running(units: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const unit of units) if (await isRunning(unit)) found.push(unit);
  return found;
}
