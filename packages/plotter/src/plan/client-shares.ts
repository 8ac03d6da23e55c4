import type { Clock } from '@stationery/core';

/** Usage expires this long after the last drawing of a client. */
const rememberMs = 60_000;
const maxClients = 1_000;

/** Planning time used by each client. */
export class ClientShares {
  readonly #clock: Clock;
  /** Least recently used first. */
  readonly #clients = new Map<string, { usedMs: number; atMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  usedMs(client: string): number {
    const known = this.#clients.get(client);
    return known === undefined || this.#isOld(known) ? 0 : known.usedMs;
  }

  add(client: string, ms: number): void {
    const usedMs = this.usedMs(client) + ms;
    this.#clients.delete(client);
    this.#clients.set(client, { usedMs, atMs: this.#clock.nowMs() });
    for (const [other, known] of this.#clients) {
      if (!this.#isOld(known) && this.#clients.size <= maxClients) break;
      this.#clients.delete(other);
    }
  }

  #isOld({ atMs }: { atMs: number }): boolean {
    return this.#clock.nowMs() - atMs >= rememberMs;
  }
}
