import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../time/backoff.ts';

const times = { firstMs: 1000, maxMs: 60_000 };
/** A run of at least this length counts as successful. */
const stableMs = 300_000;

interface Starts {
  atMs: number;
  /** Consecutive failed starts, including this one. */
  count: number;
}

/** The service's own folder among those that systemd created in `/run`. */
export function runtimeFolder({ RUNTIME_DIRECTORY }: NodeJS.ProcessEnv = process.env): string | undefined {
  return RUNTIME_DIRECTORY?.split(':').find((path) => /\/stationery-[a-z]+$/.test(path));
}

/**
 * Delays the restart of a service that fails at once, so that it does not keep the machine busy. Replaces
 * `RestartSteps` of systemd 254, which Debian 12 (systemd 252) lacks and which never resets its delay: a
 * service that failed six times in a year would stay down for a minute. The state is in the service's folder in
 * `/run`, which is removed at reboot and after a requested stop.
 */
export class RestartDelay {
  readonly #file: string | undefined;

  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, 'starts.json');
  }

  async wait(stop: AbortSignal, say: (line: string) => void): Promise<void> {
    const waitMs = this.next(uptime() * 1000);
    if (waitMs === 0) return;
    say(`the last starts came to nothing; waiting for ${waitMs / 1000} s`);
    await pause(waitMs, undefined, { signal: stop }).catch(() => undefined);
  }

  /** Records a start and returns how long to wait before it, in ms. `nowMs` counts from boot. */
  next(nowMs: number): number {
    if (this.#file === undefined) return 0;
    const before = this.#read();
    const count = before === undefined || nowMs - before.atMs > stableMs ? 0 : before.count + 1;
    const waitMs = count < 2 ? 0 : backoffMs(count - 2, times);
    try {
      writeFileSync(this.#file, JSON.stringify({ atMs: nowMs + waitMs, count } satisfies Starts));
    } catch {
      // The only effect is that the next start is not delayed.
    }
    return waitMs;
  }

  /** Called after a requested stop. */
  forget(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
  }

  #read(): Starts | undefined {
    try {
      const { atMs, count } = JSON.parse(readFileSync(this.#file ?? '', 'utf8')) as Partial<Starts>;
      return Number.isFinite(atMs) && Number.isSafeInteger(count) ? ({ atMs, count } as Starts) : undefined;
    } catch {
      return undefined;
    }
  }
}
