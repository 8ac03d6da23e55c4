import { resolve } from 'node:path';
import {
  forgetRecord,
  type NetworkRecord,
  passphraseFile,
  pendingUndo,
  readRecord,
  type Undo,
  undoFiles,
} from '@stationery/station/network';
import { readOwnOptions } from './options.ts';
import { restoreMachine, stopNetwork } from './stop-network.ts';
import { isRunningSystem } from './where-we-are.ts';

/** Puts everything back as it was before the network was first applied. */
export async function removeAction(args: string[]): Promise<number> {
  const options = readOwnOptions(args, { values: ['root'], switches: ['dry-run', 'keep-passphrase'] });
  const root = resolve(options.value('root') ?? '/');
  const found = readRecord(root);
  if (found === undefined) {
    say('There is nothing to remove: no network was applied here.\n');
    return 0;
  }
  const record = options.has('keep-passphrase') ? withoutPassphrase(found) : found;
  const undos = pendingUndo(root, record);
  if (options.has('dry-run')) {
    for (const undo of undos) say(`${planned[undo.kind]} ${undo.path}\n`);
    if (isRunningSystem(root)) say('The network would be stopped, and the radio be as it was.\n');
    return 0;
  }
  const here = isRunningSystem(root);
  const stopped = here ? await stopNetwork(record, say) : true;
  undoFiles(root, undos);
  for (const undo of undos) say(`${done[undo.kind]} ${undo.path}${reason(undo)}\n`);
  const restored = here ? await restoreMachine(record, say) : true;
  if (!stopped || !restored) {
    say('Not everything could be undone. Run it again when the cause is gone.\n');
    return 1;
  }
  forgetRecord(root, record);
  say(
    here && (record.machine?.isUnknown ?? record.machine === undefined)
      ? 'The network is removed. Which services ran before it was applied is not known: restart the machine to start them.\n'
      : 'The network is removed. Everything is as it was before it was applied.\n',
  );
  return 0;
}

const planned = { remove: 'would be removed ', restore: 'would be restored', leave: 'would stay       ' };
const done = { remove: 'Removed ', restore: 'Restored', leave: 'Kept    ' };
const reason = ({ kind }: Undo) => (kind === 'leave' ? ': it was changed since' : '');

const withoutPassphrase = (record: NetworkRecord): NetworkRecord => ({
  ...record,
  besides: record.besides.filter(({ path }) => path !== passphraseFile),
});

function say(text: string): void {
  process.stdout.write(text);
}
