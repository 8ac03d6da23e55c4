import { type Clock, type Logger, withDeadline } from '@stationery/core';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { CardWatch } from './card-watch.ts';
import { chooseSlot } from './choose-slot.ts';
import * as reasons from './describe-failure.ts';
import type { PcscClient, PcscSlot } from './pcsc-api.ts';
import { PcscdClient } from './pcscd/pcscd-client.ts';

/** For the whole start; the client also limits each step. */
const startTimeoutMs = 15_000;

export interface PcscParts {
  clock: Clock;
  log: Logger;
  /** Use a reader whose name contains this. Default: the first contactless one, else the first. */
  readerName?: string;
  makeClient?: () => PcscClient;
}

/** A reader behind the system's PC/SC service: USB readers such as the ACR122U. */
export function pcscReader({ clock, log, readerName, makeClient }: PcscParts): NfcReader {
  return supervisedReader({
    clock,
    log,
    async run(run) {
      const over = new AbortController();
      const stop = () => over.abort(run.signal.reason);
      run.signal.addEventListener('abort', stop, { once: true });
      if (run.signal.aborted) stop();
      const client = makeClient?.() ?? new PcscdClient({ clock });
      try {
        await watch(client, run, { clock, log, readerName, over });
      } finally {
        run.signal.removeEventListener('abort', stop);
        over.abort();
        client.stop();
      }
    },
  });
}

interface Slot {
  readonly slot: PcscSlot;
  status: number;
  onChange?: (status: number) => void;
}

async function watch(
  client: PcscClient,
  run: DriverRun,
  parts: { clock: Clock; log: Logger; readerName: string | undefined; over: AbortController },
): Promise<void> {
  const { clock, log, readerName, over } = parts;
  const slots = new Map<string, Slot>();
  let inUse: string | undefined;

  client.on('error', (cause) => over.abort(new ReaderError(reasons.whyServiceFailed(cause), { cause })));
  client.on('reader', (slot) => {
    const entry: Slot = { slot, status: 0 };
    const name = slot.name();
    slots.set(name, entry);
    slot.on('change', ({ raw }) => {
      entry.status = raw;
      entry.onChange?.(raw);
    });
    slot.on('disconnect', () => {
      slots.delete(name);
      if (name === inUse) over.abort(new ReaderError({ code: 'pcsc-unplugged', name }));
    });
  });
  const deadline = { clock, timeoutMs: startTimeoutMs, signal: over.signal };
  await withDeadline('starting', deadline, () => client.start()).catch((cause: unknown) => {
    throw new ReaderError(reasons.whyServiceFailed(cause), { cause });
  });
  inUse = chooseSlot([...slots.keys()], readerName);
  const chosen = slots.get(inUse ?? '');
  if (inUse === undefined || chosen === undefined) {
    throw new ReaderError(reasons.whyNoReader(readerName, [...slots.keys()]));
  }
  run.ready(inUse);
  const cards = new CardWatch({ slot: chosen.slot, clock, log, presence: run.presence, signal: over.signal });
  chosen.onChange = (status) => cards.changed(status);
  cards.changed(chosen.status);
  await aborted(over.signal);
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
