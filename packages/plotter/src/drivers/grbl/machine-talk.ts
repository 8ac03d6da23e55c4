import type { Clock } from '@stationery/core';
import { isMoving, type StatusReport } from './status-report.ts';

const reset = '\x18';
const queryMs = 5_000;
const reportMs = 500;
const resetMs = 4_000;
const askEveryMs = 50;
/** After this many unanswered questions the machine counts as gone. */
const mostUnanswered = 4;
/** What a board says behind its banner comes within this time. */
const quietMs = 50;

export interface AtRest {
  banner: string;
  /** The alarm that the reset caused, because the machine was moving. */
  alarm: number | undefined;
}

/**
 * Questions and answers outside of commands, one after the other: who the machine is, where it stands, and how it is
 * brought to rest. Every wait ends: with an answer, in time, or when the line is gone.
 */
export class MachineTalk {
  readonly #clock: Clock;
  readonly #write: (bytes: string) => void;
  readonly #banner = new Wait<string>();
  readonly #report = new Wait<StatusReport>();
  readonly #reply = new Wait<string[]>();
  #query: { lines: string[]; answer: string } = { lines: [], answer: '' };
  #alarm: number | undefined;
  #lastLine: string | undefined;
  #lastReport: string | undefined;
  readonly #timers = new Set<() => void>();
  /** Lines between the request to restart and the banner still belong to the previous session. */
  #isResetting = false;
  #isBraking = false;

  constructor(clock: Clock, write: (bytes: string) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  get isExpectingBanner(): boolean {
    return this.#banner.isOn;
  }

  /** The machine is held here, to be restarted. */
  get isBraking(): boolean {
    return this.#isBraking;
  }

  /** Whether lines are for this, and not for a command. */
  get isListening(): boolean {
    return this.#reply.isOn || this.#banner.isOn || this.#report.isOn;
  }

  get lastLine(): string | undefined {
    return this.#lastLine;
  }

  get lastReport(): string | undefined {
    return this.#lastReport;
  }

  heard(line: string): void {
    this.#lastLine = line;
    const query = this.#query;
    if (!this.#reply.isOn || this.#isResetting) return;
    // A repeated reply is not taken for the reply to the next question.
    const isAnswered = query.lines.some((heard) => heard.startsWith(query.answer)) || query.answer === '';
    if (line === 'ok') {
      if (isAnswered) this.#reply.end(query.lines);
    } else if (/^error:/i.test(line)) this.#reply.end([...query.lines, line]);
    else if (query.lines.length < 1000) query.lines.push(line);
  }

  greeted(banner: string): void {
    this.#isBraking = false;
    this.#banner.end(banner);
  }

  alarmed(alarm: number): void {
    this.#alarm = alarm;
  }

  reported(line: string, report: StatusReport): void {
    this.#lastReport = line;
    this.#report.end(report);
  }

  /** The line is gone: every wait ends. */
  end(): void {
    for (const run of [...this.#timers]) run();
    this.#isBraking = false;
  }

  banner(timeoutMs: number): Promise<string | undefined> {
    this.#lastLine = undefined;
    return this.#within(timeoutMs, (done) => this.#banner.begin(done));
  }

  report(timeoutMs = reportMs): Promise<StatusReport | undefined> {
    return this.#within(timeoutMs, (done) => {
      const end = this.#report.begin(done);
      this.#write('?');
      return end;
    });
  }

  /**
   * The lines of the reply, with `error:n` as the last where it was refused; undefined where none came. `answer`: how one
   * of them begins where the machine understood.
   */
  query(text: string, answer = ''): Promise<string[] | undefined> {
    return this.#within(queryMs, (done) => {
      this.#query = { lines: [], answer };
      const end = this.#reply.begin(done);
      this.#write(`${text}\n`);
      return end;
    });
  }

  quiet(): Promise<void> {
    return this.sleep(quietMs);
  }

  /**
   * Holds the machine, waits until it stands, and restarts its firmware: then its buffers are empty, and it still knows
   * where it is.
   */
  async bringToRest({ brakeMs }: { brakeMs: number }, isGone: () => boolean): Promise<AtRest | 'silent'> {
    this.#alarm = undefined;
    this.#isBraking = true;
    this.#write('!');
    let unanswered = 0;
    for (const startedMs = this.#clock.nowMs(); this.#clock.nowMs() - startedMs < brakeMs; ) {
      const report = await this.report();
      if (isGone()) return 'silent';
      if (report === undefined) {
        // After some alarms the board does not even answer this: only a reset helps.
        if (++unanswered >= mostUnanswered) break;
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
    this.#write(reset);
    const banner = await greeted;
    this.#isResetting = false;
    if (banner === undefined || isGone()) return 'silent';
    await this.quiet();
    return { banner, alarm: this.#alarm };
  }

  sleep(ms: number): Promise<void> {
    return this.#within<undefined>(ms, () => () => undefined).then(() => undefined);
  }

  /** Resolves with what `begin` passes on, or with undefined after the time-out or if the connection is lost. */
  #within<T>(
    ms: number,
    begin: (done: (value: T | undefined) => void) => () => void,
  ): Promise<T | undefined> {
    return new Promise((resolve) => {
      let end: () => void = () => undefined;
      const finish = (value: T | undefined) => {
        cancel();
        this.#timers.delete(late);
        resolve(value);
      };
      const late = () => {
        end();
        finish(undefined);
      };
      const cancel = this.#clock.after(ms, late);
      this.#timers.add(late);
      end = begin(finish);
    });
  }
}

/** A wait for a single value. A newer wait replaces an older one. */
class Wait<T> {
  #done: ((value: T) => void) | undefined;

  get isOn(): boolean {
    return this.#done !== undefined;
  }

  /** Returns a function that ends this wait but not a newer one. */
  begin(done: (value: T) => void): () => void {
    this.#done = done;
    return () => {
      if (this.#done === done) this.#done = undefined;
    };
  }

  end(value: T): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(value);
  }
}
