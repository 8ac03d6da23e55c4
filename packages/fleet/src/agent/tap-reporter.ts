import { Kvm } from '@nats-io/kv';
import { fleetBuckets, maxTapRows, type TapDay, tapDayKey } from '@stationery/contract/fleet';
import { type Logger, messageOf, sharedRun } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';
import type { StationPort } from './station-port.ts';

interface TapReporterDeps {
  deviceId: string;
  port: Pick<StationPort, 'tapHours'>;
  broker: Broker;
  timeMs: () => number;
  log: Logger;
  signal: AbortSignal;
}

const hoursPerDay = 24;
const dayMs = 86_400_000;
/** Days reported at first, because stations keep hourly counts for 100 days. */
const reportedDays = 100;
/** A clock that shows an earlier date was never set. */
const firstDay = Date.UTC(2024, 0) / dayMs;

/** Reports taps by day: all days at first, then yesterday and today if they have changed. */
export class TapReporter {
  readonly #deps: TapReporterDeps;
  readonly #reported = new Map<number, string>();
  #next: number | undefined;
  /** After a failure, the next call repeats the days not yet reported. A day replaces its earlier report. */
  readonly report = sharedRun(() =>
    this.#report().catch((error: unknown) => {
      this.#deps.log.debug({ reason: messageOf(error) }, 'taps not reported');
    }),
  );

  constructor(deps: TapReporterDeps) {
    this.#deps = deps;
  }

  async #report(): Promise<void> {
    const { deviceId, port, broker, timeMs, signal } = this.#deps;
    const today = Math.floor(timeMs() / dayMs);
    const bucket = await new Kvm(broker.current.js).open(fleetBuckets.statistics);
    const first = Math.max(firstDay, Math.min(this.#next ?? today - reportedDays, today - 1));
    for (let day = first; day <= today && !signal.aborted; day++) {
      const text = this.#textOf(day, port);
      if (text !== undefined && this.#reported.get(day) !== text) {
        await bucket.put(tapDayKey(new Date(day * dayMs).toISOString().slice(0, 10), deviceId), text);
        this.#reported.set(day, text);
      }
      this.#next = day;
    }
    for (const day of this.#reported.keys()) if (day < today - 1) this.#reported.delete(day);
  }

  /** Returns undefined for a day without taps. */
  #textOf(day: number, port: TapReporterDeps['port']): string | undefined {
    const range = { first: day * hoursPerDay, last: (day + 1) * hoursPerDay - 1 };
    const found = port.tapHours(range, maxTapRows);
    if (found === undefined || found.length === 0) return undefined;
    const hours = found.map((each) => ({ ...each, hour: each.hour - range.first }));
    return JSON.stringify({ hours } satisfies TapDay);
  }
}
