import type { Clock } from '../time/clock.ts';

interface Alarm {
  atMs: number;
  run: () => void;
}

/** Stands still until a test advances it. */
export class ManualClock implements Clock {
  #nowMs = 0;
  #alarms: Alarm[] = [];
  readonly #repeating = new Set<() => void>();

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const alarm = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  every(periodMs: number, run: () => void): () => void {
    let cancel = () => {};
    const again = () => {
      cancel = this.after(periodMs, () => {
        again();
        run();
      });
    };
    again();
    const stop = () => {
      cancel();
      this.#repeating.delete(stop);
    };
    this.#repeating.add(stop);
    return stop;
  }

  /** Number of pending timers; 0 after a clean stop. */
  get pending(): number {
    return this.#alarms.length;
  }

  get repeating(): number {
    return this.#repeating.size;
  }

  /** Fires each timer at its moment and lets promises settle in between. */
  async advance(byMs: number): Promise<void> {
    const untilMs = this.#nowMs + byMs;
    await settle();
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#alarms = this.#alarms.filter((other) => other !== next);
      next.run();
      await settle();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Alarm | undefined {
    return this.#alarms.filter((alarm) => alarm.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Waits until every promise that does not wait for time has settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}
