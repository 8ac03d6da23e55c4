import type { Clock } from '@stationery/core';

const askMs = 5_000;
const maxAnswerLines = 1000;
/** Lines behind a banner come within this time. */
const quietMs = 50;

/**
 * Questions and answers outside of commands, one after the other: to identify a machine, to find its position, to bring
 * it to rest. Every wait ends: with an answer, in time, or when the line is gone. The driver passes on the lines that it
 * receives while `isListening`.
 */
export class Talk {
  readonly clock: Clock;
  readonly write: (bytes: string) => void;
  readonly #banner = new Wait<string>();
  readonly #reply = new Wait<string[]>();
  #question: { lines: string[]; answer: string } = { lines: [], answer: '' };
  #lastLine: string | undefined;
  readonly #waits = new Set<() => void>();

  constructor(clock: Clock, write: (bytes: string) => void) {
    this.clock = clock;
    this.write = write;
  }

  get isExpectingBanner(): boolean {
    return this.#banner.isOn;
  }

  /** Whether lines are for this, and not for a command. */
  get isListening(): boolean {
    return this.#reply.isOn || this.#banner.isOn;
  }

  /** The last line since the banner was waited for. */
  get lastLine(): string | undefined {
    return this.#lastLine;
  }

  /** `isForQuestion`: it may be part of the reply to the question. */
  heard(line: string, isForQuestion = true): void {
    this.#lastLine = line;
    const { lines, answer } = this.#question;
    if (!this.#reply.isOn || !isForQuestion) return;
    // A repeated reply is not taken for the reply to the next question.
    const isAnswered = lines.some((each) => each.startsWith(answer)) || answer === '';
    if (line === 'ok') {
      if (isAnswered) this.#reply.end(lines);
    } else if (/^error:/i.test(line)) this.#reply.end([...lines, line]);
    else if (lines.length < maxAnswerLines) lines.push(line);
  }

  greeted(banner: string): void {
    this.#banner.end(banner);
  }

  /** The line is gone: every wait ends. */
  end(): void {
    for (const run of [...this.#waits]) run();
  }

  banner(timeoutMs: number): Promise<string | undefined> {
    this.#lastLine = undefined;
    return this.within(timeoutMs, (done) => this.#banner.begin(done));
  }

  /**
   * Sends a line and returns the lines of the reply, ending in `error:n` if it was refused; undefined if no reply came.
   * `answer`: how one of the lines begins if the machine understood.
   */
  ask(line: string, answer = ''): Promise<string[] | undefined> {
    return this.within(askMs, (done) => {
      this.#question = { lines: [], answer };
      const end = this.#reply.begin(done);
      this.write(`${line}\n`);
      return end;
    });
  }

  /** Waits for the lines behind a banner. */
  quiet(): Promise<void> {
    return this.sleep(quietMs);
  }

  sleep(ms: number): Promise<void> {
    return this.within<undefined>(ms, () => () => undefined).then(() => undefined);
  }

  /** Resolves with what `begin` passes on, or with undefined after the time-out or if the connection is lost. */
  protected within<T>(
    ms: number,
    begin: (done: (value: T | undefined) => void) => () => void,
  ): Promise<T | undefined> {
    return new Promise((resolve) => {
      let end: () => void = () => undefined;
      const finish = (value: T | undefined) => {
        cancel();
        this.#waits.delete(late);
        resolve(value);
      };
      const late = () => {
        end();
        finish(undefined);
      };
      const cancel = this.clock.after(ms, late);
      this.#waits.add(late);
      end = begin(finish);
    });
  }
}

/** A wait for a single value. A newer wait replaces an older one. */
export class Wait<T> {
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
