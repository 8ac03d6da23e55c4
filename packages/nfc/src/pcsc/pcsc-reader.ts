import { type Clock, type Logger, messageOf, sleep, withDeadline } from '@stationery/core';
import type { Presence } from '../presence.ts';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import * as reasons from './describe-failure.ts';
import { type PcscClient, type PcscSlot, slotStatus } from './pcsc-api.ts';
import { PcscdClient } from './pcscd/pcscd-client.ts';
import { readTag } from './read-tag.ts';

/** Timeout of the whole start. The client also limits each of its steps. */
const startTimeoutMs = 15_000;

export interface PcscOptions {
  clock: Clock;
  log: Logger;
  /**
   * Use a reader whose name contains this text. Default: the first contactless reader, else the first of any
   * kind.
   */
  readerName?: string;
  makeClient?: () => PcscClient;
}

/** A reader behind the system's PC/SC service: USB readers such as the ACR122U. */
export function pcscReader({ clock, log, readerName = '', makeClient }: PcscOptions): NfcReader {
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
  deps: { clock: Clock; log: Logger; readerName: string; over: AbortController },
): Promise<void> {
  const { clock, log, readerName, over } = deps;
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

const contactless = /contactless|picc|nfc|rfid|acr122|\bcl\b/i;

/**
 * Returns the first contactless reader, else the first of any kind, among those whose name contains the filter.
 */
export function chooseSlot(names: readonly string[], filter = ''): string | undefined {
  const wanted = filter.toLowerCase();
  const candidates = names.filter((name) => name.toLowerCase().includes(wanted));
  return candidates.find((name) => contactless.test(name)) ?? candidates[0];
}

const readTimeoutMs = 2000;
/** Delay before reading again, because a different program may hold the card briefly. */
const readAgainAfterMs = 500;

interface CardWatchDeps {
  slot: PcscSlot;
  clock: Clock;
  log: Logger;
  presence: Presence;
  signal: AbortSignal;
}

class CardWatch {
  readonly #deps: CardWatchDeps;
  /** The event count when the present card arrived. */
  #cardAt: number | undefined;

  constructor(deps: CardWatchDeps) {
    this.#deps = deps;
  }

  changed(status: number): void {
    if ((status & slotStatus.present) !== 0) {
      const count = status >>> 16;
      // A changed count without “empty” in between means that the card was swapped between two polls.
      if (this.#cardAt === count || (status & slotStatus.mute) !== 0) return;
      if (this.#cardAt !== undefined) this.#deps.presence.lifted();
      this.#cardAt = count;
      void this.#read(count);
    } else if ((status & slotStatus.empty) !== 0) {
      this.#cardAt = undefined;
      this.#deps.presence.lifted();
    }
  }

  async #read(count: number): Promise<void> {
    const { slot, clock, log, presence, signal } = this.#deps;
    const isStillThere = () => this.#cardAt === count && !signal.aborted;
    while (isStillThere()) {
      try {
        const tag = await readTag(slot, { clock, timeoutMs: readTimeoutMs, signal });
        if (isStillThere() && tag !== undefined) presence.update([tag]);
        if (tag === undefined) log.info('card without a UID on the NFC reader');
        return;
      } catch (error) {
        log.debug({ reason: messageOf(error) }, 'reading the NFC tag failed');
        await sleep(clock, readAgainAfterMs, signal).catch(() => undefined);
      }
    }
  }
}
