import type { Clock } from '@stationery/core';
import { type DnsRecord, recordKey } from './dns/record.ts';
import type { NetworkLink } from './multicast-network.ts';

/** RFC 6762, 6: no record is multicast again on a network before this time has passed, */
export const minimumGapMs = 1_000;
/** but where somebody asks for our names to take them, this is enough. */
export const defenceGapMs = 250;

export interface RatedRecords {
  readonly answers: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
}

/**
 * Says when each record was last multicast on each network, and so which of an answer may go out now. What may not
 * waits; several who ask meanwhile get one answer.
 */
export class MulticastRate {
  readonly #clock: Clock;
  readonly #sentMs = new Map<string, Map<string, number>>();
  readonly #waiting = new Map<string, Map<string, DnsRecord>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * What of a message may go out now, taken as sent. The answers that may not are kept for `takeDue`; the additional
   * records that may not are left out: they were not asked for, and were sent to everybody just now.
   */
  take(link: NetworkLink, message: RatedRecords, minimumMs = minimumGapMs): RatedRecords {
    const mayGo = (record: DnsRecord) => this.#waitMs(link, record, minimumMs) <= 0;
    const answers = message.answers.filter(mayGo);
    const waiting = this.#of(this.#waiting, link);
    for (const record of message.answers) if (!mayGo(record)) waiting.set(recordKey(record), record);
    const additionals = answers.length === 0 ? [] : message.additionals.filter(mayGo);
    for (const record of [...answers, ...additionals]) this.sent(link, record);
    return { answers, additionals };
  }

  /** The records that waited and may go out now, taken as sent; only those that are still true. */
  takeDue(link: NetworkLink, stillTrue: readonly DnsRecord[]): DnsRecord[] {
    const waiting = this.#of(this.#waiting, link);
    const keys = new Set(stillTrue.map(recordKey));
    for (const key of waiting.keys()) if (!keys.has(key)) waiting.delete(key);
    const due = [...waiting.values()].filter((record) => this.#waitMs(link, record, minimumGapMs) <= 0);
    for (const record of due) this.sent(link, record);
    return due;
  }

  /** How long until something that waits may go out; undefined where nothing waits. */
  nextMs(link: NetworkLink): number | undefined {
    const waits = [...this.#of(this.#waiting, link).values()].map((record) =>
      this.#waitMs(link, record, minimumGapMs),
    );
    return waits.length === 0 ? undefined : Math.max(0, Math.min(...waits));
  }

  sent(link: NetworkLink, record: DnsRecord): void {
    const key = recordKey(record);
    this.#of(this.#waiting, link).delete(key);
    const sent = this.#of(this.#sentMs, link);
    const nowMs = this.#clock.nowMs();
    for (const [other, atMs] of sent) if (nowMs - atMs >= minimumGapMs) sent.delete(other);
    sent.set(key, nowMs);
  }

  /** Nothing waits any more: the names are asked for from the beginning. */
  forgetWaiting(): void {
    this.#waiting.clear();
  }

  #waitMs(link: NetworkLink, record: DnsRecord, minimumMs: number): number {
    const sentMs = this.#of(this.#sentMs, link).get(recordKey(record));
    return sentMs === undefined ? 0 : sentMs + minimumMs - this.#clock.nowMs();
  }

  #of<T>(byLink: Map<string, Map<string, T>>, { address }: NetworkLink): Map<string, T> {
    const found = byLink.get(address) ?? new Map<string, T>();
    byLink.set(address, found);
    return found;
  }
}
