import { Talk, Wait } from '../kernel/talk.ts';
import { isMoving, type StatusReport } from './machine/status-report.ts';

const reset = '\x18';
const reportMs = 500;
const resetMs = 4_000;
const askEveryMs = 50;
/** After this many unanswered questions the machine counts as gone. */
const maxUnanswered = 4;

export interface AtRest {
  banner: string;
  alarm: number | undefined;
}

export class GrblQueries extends Talk {
  readonly #report = new Wait<StatusReport>();
  #alarm: number | undefined;
  #lastReport: string | undefined;
  /** Lines between the reset and the banner belong to the previous session. */
  #isResetting = false;
  #isBraking = false;

  get isBraking(): boolean {
    return this.#isBraking;
  }

  override get isListening(): boolean {
    return super.isListening || this.#report.isOn;
  }

  get lastReport(): string | undefined {
    return this.#lastReport;
  }

  override heard(line: string): void {
    super.heard(line, !this.#isResetting);
  }

  override greeted(banner: string): void {
    this.#isBraking = false;
    super.greeted(banner);
  }

  alarmed(alarm: number): void {
    this.#alarm = alarm;
  }

  reported(line: string, report: StatusReport): void {
    this.#lastReport = line;
    this.#report.end(report);
  }

  override end(): void {
    super.end();
    this.#isBraking = false;
  }

  report(timeoutMs = reportMs): Promise<StatusReport | undefined> {
    return this.within(timeoutMs, (done) => {
      const end = this.#report.begin(done);
      this.write('?');
      return end;
    });
  }

  /** Brakes, then resets the machine: its buffers are then empty, and the position is kept. */
  async bringToRest({ brakeMs }: { brakeMs: number }, isGone: () => boolean): Promise<AtRest | 'silent'> {
    this.#alarm = undefined;
    this.#isBraking = true;
    this.write('!');
    let unanswered = 0;
    for (const startedMs = this.clock.nowMs(); this.clock.nowMs() - startedMs < brakeMs; ) {
      const report = await this.report();
      if (isGone()) return 'silent';
      if (report === undefined) {
        // After some alarms the board answers nothing: only a reset helps.
        if (++unanswered >= maxUnanswered) break;
        continue;
      }
      unanswered = 0;
      // Homing cannot be held.
      if (!isMoving(report) || report.state === 'Home') break;
      await this.sleep(askEveryMs);
      if (isGone()) return 'silent';
    }
    this.#isResetting = true;
    const greeted = this.banner(resetMs);
    this.write(reset);
    const banner = await greeted;
    this.#isResetting = false;
    if (banner === undefined || isGone()) return 'silent';
    await this.quiet();
    return { banner, alarm: this.#alarm };
  }
}
