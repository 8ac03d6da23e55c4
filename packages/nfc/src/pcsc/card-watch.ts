import { type Clock, type Logger, messageOf, sleep } from '@stationery/core';
import type { Presence } from '../presence.ts';
import { type PcscSlot, slotStatus } from './pcsc-api.ts';
import { readTag } from './read-tag.ts';

const readTimeoutMs = 2000;
/** A different program may hold the card briefly. */
const readAgainAfterMs = 500;

interface CardWatchParts {
  slot: PcscSlot;
  clock: Clock;
  log: Logger;
  presence: Presence;
  signal: AbortSignal;
}

/** Converts slot changes into tags seen and lifted. */
export class CardWatch {
  readonly #parts: CardWatchParts;
  /** The event count when the present card arrived. */
  #cardAt: number | undefined;

  constructor(parts: CardWatchParts) {
    this.#parts = parts;
  }

  changed(status: number): void {
    if ((status & slotStatus.present) !== 0) {
      const count = status >>> 16;
      // A changed count without “empty” in between means that the card was swapped between two polls.
      if (this.#cardAt === count || (status & slotStatus.mute) !== 0) return;
      if (this.#cardAt !== undefined) this.#parts.presence.lifted();
      this.#cardAt = count;
      void this.#read(count);
    } else if ((status & slotStatus.empty) !== 0) {
      this.#cardAt = undefined;
      this.#parts.presence.lifted();
    }
  }

  async #read(count: number): Promise<void> {
    const { slot, clock, log, presence, signal } = this.#parts;
    const isStillThere = () => this.#cardAt === count && !signal.aborted;
    while (isStillThere()) {
      try {
        const tag = await readTag(slot, { clock, timeoutMs: readTimeoutMs, signal });
        if (isStillThere() && tag !== undefined) presence.update([tag]);
        if (tag === undefined) log.info('a card without a UID is on the NFC reader');
        return;
      } catch (error) {
        log.debug({ reason: messageOf(error) }, 'the card could not be read');
        await sleep(clock, readAgainAfterMs, signal).catch(() => undefined);
      }
    }
  }
}
