import { existsSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  leasesFolder,
  type NetworkRecord,
  namesFile,
  type OriginalState,
  serviceUser,
  stateFolder,
  stationUnit,
  thisMachine,
  unitFolder,
  type WifiSwitch,
  watchdogReportPath,
  wifiSwitches,
} from '@stationery/appliance/network';
import { runStep, type Say } from './run-step.ts';
import { runsSystemd } from './running-system.ts';
import { reloadManagers } from './start-network.ts';

const watchdog = 'stationery-watchdog.service';

/** The units that `apply` wrote. */
const ownUnits = ({ files }: NetworkRecord) =>
  files
    .map(({ path }) => path)
    .filter((path) => dirname(path) === unitFolder && /^stationery-.*\.service$/.test(basename(path)))
    .map((path) => basename(path));

/** Stops the units whose files are about to be removed. */
export async function stopNetwork(record: NetworkRecord, say: Say): Promise<boolean> {
  const units = runsSystemd() ? ownUnits(record).filter((unit) => existsSync(`${unitFolder}/${unit}`)) : [];
  // Stop the watchdog first and alone: without the access point it would switch the radio off.
  const groups = [units.filter((unit) => unit === watchdog), units.filter((unit) => unit !== watchdog)];
  let ok = true;
  for (const group of groups) {
    if (group.length > 0) ok = (await runStep(say, 'systemctl', 'stop', ...group)).ok && ok;
  }
  const rules = await thisMachine.run('nft', 'list', 'table', 'inet', 'stationery');
  if (rules.status === 0) ok = (await runStep(say, 'nft', 'delete', 'table', 'inet', 'stationery')).ok && ok;
  return ok;
}

/** Restores the machine, after the files were restored. */
export async function restoreMachine(record: NetworkRecord, say: Say): Promise<boolean> {
  const { machine } = record;
  const steps = [
    ...(runsSystemd() ? [['systemctl', 'daemon-reload']] : []),
    ...(machine === undefined ? [] : [...kernelSteps(machine), ...(await addressSteps(machine))]),
    ...radioSteps(machine, wifiSwitches(thisMachine)),
    ...(runsSystemd() ? [...(await reloadManagers()), ...(await startSteps(machine))] : []),
  ];
  let ok = true;
  for (const words of steps) ok = (await runStep(say, ...words)).ok && ok;
  // A failed unit stays listed until it is reset.
  if (runsSystemd()) await thisMachine.run('systemctl', 'reset-failed', ...ownUnits(record));
  removeState(record, say);
  return (await removeUsers(machine, say)) && ok;
}

/** Starts services that ran before; skips those whose package was removed. */
async function startSteps(machine: OriginalState | undefined): Promise<string[][]> {
  const ran = Object.entries(machine?.units ?? {}).flatMap(([unit, wasRunning]) =>
    wasRunning ? [unit] : [],
  );
  const there: string[] = [];
  for (const unit of ran)
    if ((await thisMachine.run('systemctl', 'cat', unit)).status === 0) there.push(unit);
  return there.map((unit) => ['systemctl', 'start', unit]);
}

const kernelSteps = ({ sysctl }: OriginalState) =>
  Object.entries(sysctl)
    .filter(([path, value]) => (thisMachine.read(`/proc/sys/${path}`)?.trim() ?? value) !== value)
    .map(([path, value]) => ['sysctl', '--quiet', `${path.replaceAll('/', '.')}=${value}`]);

/** Removes the access point's address and restores whether the interface was up. */
async function addressSteps({ interfaces }: OriginalState): Promise<string[][]> {
  const steps: string[][] = [];
  for (const [name, before] of Object.entries(interfaces)) {
    const flags = thisMachine.read(`/sys/class/net/${name}/flags`);
    if (flags === undefined) continue;
    const { stdout } = await thisMachine.run('ip', '-o', 'address', 'show', 'dev', name, 'scope', 'global');
    const now = [...stdout.matchAll(/ inet6? (\S+)/g)].map((match) => match[1] ?? '');
    const added = now.filter((address) => !before.addresses.includes(address));
    steps.push(...added.map((address) => ['ip', 'address', 'del', address, 'dev', name]));
    const isUp = (Number(flags.trim()) & 1) === 1;
    if (isUp !== before.up) steps.push(['ip', 'link', 'set', 'dev', name, before.up ? 'up' : 'down']);
  }
  return steps;
}

/**
 * The watchdog blocks all radios at once, including later ones, so unblock them the same way, then block
 * those that were off before. If the earlier state is unknown, as after an apply by an older version or into
 * an image, none stays off.
 */
export function radioSteps(machine: OriginalState | undefined, radios: readonly WifiSwitch[]): string[][] {
  const unblock = ['rfkill', 'unblock', 'wifi'];
  if (machine === undefined || machine.isUnknown)
    return radios.some(({ blocked }) => blocked) ? [unblock] : [];
  const { blocked, country } = machine;
  const wereOff = radios.filter(({ name }) => blocked[name] === true);
  const wereAllOff = Object.keys(blocked).length > 0 && Object.values(blocked).every((each) => each);
  return [
    ...(existsSync('/dev/rfkill') ? [wereAllOff ? ['rfkill', 'block', 'wifi'] : unblock] : []),
    ...(wereAllOff ? [] : wereOff.map(({ id }) => ['rfkill', 'block', id])),
    ...(radios.length === 0 ? [] : [['iw', 'reg', 'set', country]]),
  ];
}

/** Removes the leftovers of network programs. */
function removeState(record: NetworkRecord, say: Say): void {
  const isStationGone = ownUnits(record).includes(stationUnit);
  const folders = [
    leasesFolder,
    dirname(watchdogReportPath),
    // The running station of a package still uses it.
    ...(isStationGone ? [dirname(dirname(namesFile))] : []),
  ];
  for (const folder of folders.filter((each) => existsSync(each))) {
    rmSync(folder, { recursive: true, force: true });
    say(`Removed  ${folder}\n`);
  }
}

async function removeUsers(machine: OriginalState | undefined, say: Say): Promise<boolean> {
  let ok = true;
  for (const user of machine?.newUsers ?? []) {
    if ((await thisMachine.run('id', '-u', user)).status !== 0) continue;
    if (user === serviceUser && existsSync(stateFolder)) {
      say(`Kept     the user ${user}: ${stateFolder} is theirs\n`);
      continue;
    }
    ok = (await runStep(say, 'userdel', user)).ok && ok;
  }
  return ok;
}
