import { existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  leasesFolder,
  type NetworkRecord,
  thisMachine,
  unitFolder,
  watchdogReportPath,
} from '@stationery/appliance/network';
import { runStep, type Say } from './run-step.ts';
import { runsSystemd } from './running-system.ts';

const watchdog = 'stationery-watchdog.service';

/** The units that `apply` wrote. */
const ownUnits = ({ files }: NetworkRecord) =>
  files
    .map(({ path }) => path)
    .filter((path) => dirname(path) === unitFolder && /^stationery-.*\.service$/.test(basename(path)))
    .map((path) => basename(path));

/** Stops the units whose files are about to be removed. Returns whether everything was stopped. */
export async function stopNetwork(record: NetworkRecord, say: Say): Promise<boolean> {
  const units = runsSystemd() ? ownUnits(record).filter((unit) => existsSync(`${unitFolder}/${unit}`)) : [];
  const rules = await thisMachine.run('nft', 'list', 'table', 'inet', 'stationery');
  const steps = [
    // Stop the watchdog first and alone: without the access point it would switch the radio off.
    ...[units.filter((unit) => unit === watchdog), units.filter((unit) => unit !== watchdog)]
      .filter((group) => group.length > 0)
      .map((group) => ['systemctl', 'stop', ...group]),
    ...(rules.status === 0 ? [['nft', 'delete', 'table', 'inet', 'stationery']] : []),
    // systemd keeps a block by the watchdog across restarts.
    ...(existsSync('/dev/rfkill') ? [['rfkill', 'unblock', 'wifi']] : []),
  ];
  let ok = true;
  for (const words of steps) ok = (await runStep(say, ...words)).ok && ok;
  return ok;
}

/** Forgets removed units, and removes the state of the network programs. */
export async function forgetNetwork(record: NetworkRecord): Promise<void> {
  if (runsSystemd()) {
    await thisMachine.run('systemctl', 'daemon-reload');
    // A failed unit stays listed until it is reset.
    await thisMachine.run('systemctl', 'reset-failed', ...ownUnits(record));
  }
  for (const folder of [leasesFolder, dirname(watchdogReportPath)])
    rmSync(folder, { recursive: true, force: true });
}
