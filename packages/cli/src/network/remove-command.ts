import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  forgetRecord,
  leasesFolder,
  type NetworkRecord,
  passphraseFile,
  pendingUndo,
  readRecord,
  thisMachine,
  type Undo,
  undoFiles,
  unitFolder,
  watchdogReportPath,
} from '@stationery/appliance/network';
import { defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { runSteps, type Say, stepOutput } from './run-step.ts';
import { isRunningSystem, runsSystemd } from './running-system.ts';

export const remove = defineCommand({
  summary: 'Remove the network of “apply” and restore its files',
  about: `Stops the network and restores every file from the record that “apply” kept. Services that were stopped start with the next restart.
Exits with 0 if everything is undone, otherwise with 1; then run it again.`,
  options: {
    'dry-run': { help: 'Show which files would change, and change nothing' },
    'keep-passphrase': { help: 'Keep the passphrase for the next “apply”' },
    root: {
      placeholder: '<folder>',
      help: 'Work below this folder, for the image of a system',
      completes: 'folder',
    },
  },
  examples: ['sudo stationery network remove --dry-run', 'sudo stationery network remove'],
  async run({ options, out }) {
    const say = stepOutput(out);
    const root = resolve(options.root ?? '/');
    const found = readRecord(root);
    if (found === undefined) {
      say('There is nothing to remove: no network was applied here.\n');
      out.result({ removed: false, files: [] }, () => undefined);
      return exitCodes.good;
    }
    const record = options['keep-passphrase'] ? withoutPassphrase(found) : found;
    const undos = pendingUndo(root, record);
    const files = undos.map(({ kind, path }) => ({ kind, path }));
    if (options['dry-run']) {
      for (const undo of undos) say(`${planned[undo.kind]} ${undo.path}\n`);
      if (isRunningSystem(root)) say('The network would be stopped.\n');
      out.result({ removed: false, files }, () => undefined);
      return exitCodes.good;
    }
    const isRemoved = await undo(root, record, undos, say);
    out.result({ removed: isRemoved, files }, () => undefined);
    return isRemoved ? exitCodes.good : exitCodes.failed;
  },
});

/** Undoes the changes. Returns false and keeps the record if something could not be stopped. */
async function undo(root: string, record: NetworkRecord, undos: readonly Undo[], say: Say): Promise<boolean> {
  const here = isRunningSystem(root);
  const stopped = here ? await stopNetwork(record, say) : true;
  undoFiles(root, undos);
  for (const each of undos) say(`${done[each.kind]} ${each.path}${reason(each)}\n`);
  if (here) await forgetNetwork(record);
  if (!stopped) {
    say('Not everything could be undone. Fix the cause, then run this again.\n');
    return false;
  }
  forgetRecord(root, record);
  say(
    `The network is removed.${here ? ' Restart the machine to start the services that it had replaced.' : ''}\n`,
  );
  return true;
}

const planned = { remove: 'would be removed ', restore: 'would be restored', leave: 'would stay       ' };
const done = { remove: 'Removed ', restore: 'Restored', leave: 'Kept    ' };
const reason = ({ kind }: Undo) => (kind === 'leave' ? ': it was changed since' : '');

const withoutPassphrase = (record: NetworkRecord): NetworkRecord => ({
  ...record,
  besides: record.besides.filter(({ path }) => path !== passphraseFile),
});

const watchdog = 'stationery-watchdog.service';

const ownUnits = ({ files }: NetworkRecord) =>
  files
    .map(({ path }) => path)
    .filter((path) => dirname(path) === unitFolder && /^stationery-.*\.service$/.test(basename(path)))
    .map((path) => basename(path));

async function stopNetwork(record: NetworkRecord, say: Say): Promise<boolean> {
  const units = runsSystemd() ? ownUnits(record).filter((unit) => existsSync(`${unitFolder}/${unit}`)) : [];
  const rules = await thisMachine.run('nft', 'list', 'table', 'inet', 'stationery');
  const steps = [
    // Stop the watchdog first and alone: without the access point it would switch the radio off.
    ...[units.filter((unit) => unit === watchdog), units.filter((unit) => unit !== watchdog)]
      .filter((group) => group.length > 0)
      .map((group) => ['systemctl', 'stop', ...group]),
    ...(rules.status === 0 ? [['nft', 'delete', 'table', 'inet', 'stationery']] : []),
    // Unblock the radio, because systemd restores the watchdog's block after a restart.
    ...(existsSync('/dev/rfkill') ? [['rfkill', 'unblock', 'wifi']] : []),
  ];
  return runSteps(say, steps);
}

/** Removes the record and the state of the network programs. */
async function forgetNetwork(record: NetworkRecord): Promise<void> {
  if (runsSystemd()) {
    await thisMachine.run('systemctl', 'daemon-reload');
    // Without a reset, a failed unit would stay listed.
    await thisMachine.run('systemctl', 'reset-failed', ...ownUnits(record));
  }
  for (const folder of [leasesFolder, dirname(watchdogReportPath)])
    rmSync(folder, { recursive: true, force: true });
}
