import type { Supervisor } from '@stationery/core/systemd';
import type { Clock } from '@stationery/core/time';

/** A version that sends notifications has sent one by then; an older version sends none. */
const silenceMs = 20_000;

/**
 * What the launcher reports to its supervisor: that the station answers, and that both are alive. A station that once
 * reported that it is alive has to keep doing so, and each report is passed on by the launcher's own event loop: if
 * either of the two hangs, the reports stop. For a station that never reported, the launcher reports alone; so it does
 * while a version is on trial or is being stopped, which take a bounded time anyway.
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

  /** It answers, or has proven itself. */
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

  /** It is being stopped, or has ended. */
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
