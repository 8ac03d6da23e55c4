import { basename } from 'node:path';
import {
  type ChangedParts,
  configRightsName,
  enablingLink,
  type NetworkPlan,
  nameServerUser,
  networkUnitNames,
  otherUnits,
  serviceUser,
  stationUnit,
  thisMachine,
} from '@stationery/appliance/network';
import { networkTakesEffect, whatIsMissing } from './network-takes-effect.ts';
import { indented, runStep, type Say } from './run-step.ts';

/** What starting the network is going to change on the machine, besides files. */
export function touchedBy(plan: NetworkPlan): ChangedParts {
  return {
    units: otherUnits(plan),
    interface: plan.interface,
    users: [serviceUser, nameServerUser],
  };
}

export const enablingLinks = (plan: NetworkPlan) =>
  [...networkUnitNames(plan.backend), stationUnit].map(enablingLink);

/** Stops units that an earlier network had and this one has not, while their files are still there. */
export async function retire(removed: readonly string[], say: Say): Promise<void> {
  const units = removed.map((path) => basename(path)).filter((name) => /^stationery-.*\.service$/.test(name));
  if (units.length > 0) await runStep(say, 'systemctl', 'disable', '--now', ...units);
}

/**
 * Has the files take effect, and waits until they have. The order matters: first everything that could join
 * goes, then the access point comes. False where something did not work; then it was said what, and why.
 */
export async function startNetwork(plan: NetworkPlan, say: Say): Promise<boolean> {
  const units = networkUnitNames(plan.backend);
  const steps = [
    ['systemd-sysusers'],
    ['systemd-tmpfiles', '--create', 'stationery.conf', configRightsName],
    ['systemctl', 'daemon-reload'],
    ...(await reloadManagers()),
    ...(await running(otherUnits(plan))).map((unit) => ['systemctl', 'stop', unit]),
    ['systemctl', 'enable', '--quiet', ...units, stationUnit],
  ];
  let ok = true;
  for (const words of steps) ok = (await runStep(say, ...words)).ok && ok;
  const restarted = await runStep(say, 'systemctl', 'restart', ...units);
  if (!restarted.ok) {
    say(indented(await whatIsMissing(plan)));
    return false;
  }
  return (await networkTakesEffect(plan, say)) && ok;
}

/** Programs that run the networks of the machine and read their files only on request. */
export async function reloadManagers(): Promise<string[][]> {
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

export const isRunning = async (unit: string) =>
  (await thisMachine.run('systemctl', 'is-active', '--quiet', unit)).status === 0;

async function running(units: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const unit of units) if (await isRunning(unit)) found.push(unit);
  return found;
}
