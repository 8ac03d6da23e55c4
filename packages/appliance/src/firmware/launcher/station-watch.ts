import type { Supervisor } from '@stationery/core/systemd';
import type { Clock } from '@stationery/core/time';

/**
 * Passes the station's messages on to systemd, so that the notifications stop if either process hangs. During a
 * trial and during a stop, both of which have a time limit, the launcher notifies systemd by itself.
 */
export class StationWatch {
  readonly #supervisor: Supervisor;
  readonly #stopTicking: () => void;
  #isReliedOn = false;

  constructor(supervisor: Supervisor, clock: Clock) {
    this.#supervisor = supervisor;
    const { aliveEveryMs } = supervisor;
    this.#stopTicking = aliveEveryMs === undefined ? () => {} : clock.every(aliveEveryMs, () => this.#tick());
  }

  get aliveEveryMs(): number | undefined {
    return this.#supervisor.aliveEveryMs;
  }

  started(isProven: boolean): void {
    this.#isReliedOn = isProven;
    this.#supervisor.alive();
  }

  ready(): void {
    this.#supervisor.ready();
  }

  proven(): void {
    this.#isReliedOn = true;
    this.ready();
  }

  alive(): void {
    this.#supervisor.alive();
  }

  leaving(): void {
    this.#isReliedOn = false;
  }

  close(): void {
    this.#stopTicking();
  }

  #tick(): void {
    if (!this.#isReliedOn) this.#supervisor.alive();
  }
}
