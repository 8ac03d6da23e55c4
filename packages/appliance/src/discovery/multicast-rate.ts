import type { Clock } from '@stationery/core';
import { type DnsRecord, recordKey } from './dns/record.ts';
import type { NetworkLink } from './multicast-network.ts';

/** Minimum time before a record is multicast again on the same network (RFC 6762, 6). */
export const minimumGapMs = 1_000;
/** Like `minimumGapMs`, for a record that defends a name against a probe. */
export const defenceGapMs = 250;

export interface RatedRecords {
  readonly answers: readonly DnsRecord[];
  readonly additionals: readonly DnsRecord[];
}

/** Limits the rate per record and network. Delayed answers to several queries are sent as one. */
export class MulticastRate {
  readonly #clock: Clock;
  readonly #sentMs = new Map<string, Map<string, number>>();
  readonly #waiting = new Map<string, Map<string, DnsRecord>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Returns the records that may be sent now. Keeps other answers for `takeDue` and drops other additional
   * records, which were sent recently.
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

  /** Returns the delayed records that may be sent now and are still valid. */
  takeDue(link: NetworkLink, stillTrue: readonly DnsRecord[]): DnsRecord[] {
    const waiting = this.#of(this.#waiting, link);
    const keys = new Set(stillTrue.map(recordKey));
    for (const key of waiting.keys()) if (!keys.has(key)) waiting.delete(key);
    const due = [...waiting.values()].filter((record) => this.#waitMs(link, record, minimumGapMs) <= 0);
    for (const record of due) this.sent(link, record);
    return due;
  }

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
