import type { Supervisor } from '@stationery/core/systemd';
import type { Clock } from '@stationery/core/time';

/** Versions that send notifications send the first within this time; older versions send none. */
const silenceMs = 20_000;

/**
 * Passes on `alive` messages, so notifications stop if either process hangs. The launcher notifies by itself
 * for a station that never sent one, during a trial and during a stop, which take a bounded time.
 */
export class StationWatch {
  readonly #supervisor: Supervisor;
  readonly #clock: Clock;
  readonly #stopTicking: () => void;
  #cancelSilence: () => void = () => {};
  #speaks = false;
  #isReliedOn = false;

  constructor(supervisor: Supervisor, clock: Clock) {
    this.#supervisor = supervisor;
    this.#clock = clock;
    const { aliveEveryMs } = supervisor;
    this.#stopTicking = aliveEveryMs === undefined ? () => {} : clock.every(aliveEveryMs, () => this.#tick());
  }

  get aliveEveryMs(): number | undefined {
    return this.#supervisor.aliveEveryMs;
  }

  started(isProven: boolean): void {
    this.#speaks = false;
    this.#isReliedOn = isProven;
    this.#supervisor.alive();
    this.#cancelSilence();
    if (isProven) this.#cancelSilence = this.#clock.after(silenceMs, () => this.ready());
  }

  /** When the station answers or has proven itself. */
  ready(): void {
    this.#cancelSilence();
    this.#supervisor.ready();
  }

  proven(): void {
    this.#isReliedOn = true;
    this.ready();
  }

  alive(): void {
    this.#speaks = true;
    this.#cancelSilence();
    this.#supervisor.alive();
  }

  leaving(): void {
    this.#isReliedOn = false;
    this.#cancelSilence();
  }

  close(): void {
    this.leaving();
    this.#stopTicking();
  }

  #tick(): void {
    if (!this.#speaks || !this.#isReliedOn) this.#supervisor.alive();
  }
}
