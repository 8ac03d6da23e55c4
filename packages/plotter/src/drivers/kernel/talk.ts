import type { Clock } from '@stationery/core';

const askMs = 5_000;
const maxAnswerLines = 1000;
/** Lines after a banner arrive within this time. */
const quietMs = 50;

/**
 * Questions and answers outside of commands, one at a time: to identify a machine, find its position or bring it to
 * rest. Every wait ends with an answer, a timeout or the loss of the line. The driver passes on received lines while
 * `isListening`.
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

  /** Whether received lines belong to a question rather than to a command. */
  get isListening(): boolean {
    return this.#reply.isOn || this.#banner.isOn;
  }

  /** The last line received since the wait for the banner began. */
  get lastLine(): string | undefined {
    return this.#lastLine;
  }

  /** `isForQuestion`: the line may be part of the reply to the question. */
  heard(line: string, isForQuestion = true): void {
    this.#lastLine = line;
    const { lines, answer } = this.#question;
    if (!this.#reply.isOn || !isForQuestion) return;
    // A repeated reply must not count as the reply to the next question.
    const isAnswered = lines.some((each) => each.startsWith(answer)) || answer === '';
    if (line === 'ok') {
      if (isAnswered) this.#reply.end(lines);
    } else if (/^error:/i.test(line)) this.#reply.end([...lines, line]);
    else if (lines.length < maxAnswerLines) lines.push(line);
  }

  greeted(banner: string): void {
    this.#banner.end(banner);
  }

  end(): void {
    for (const run of [...this.#waits]) run();
  }

  banner(timeoutMs: number): Promise<string | undefined> {
    this.#lastLine = undefined;
    return this.within(timeoutMs, (done) => this.#banner.begin(done));
  }

  /** Returns the reply lines, ending in `error:n` if refused; undefined if none came. One begins with `answer`. */
  ask(line: string, answer = ''): Promise<string[] | undefined> {
    return this.within(askMs, (done) => {
      this.#question = { lines: [], answer };
      const end = this.#reply.begin(done);
      this.write(`${line}\n`);
      return end;
    });
  }

  quiet(): Promise<void> {
    return this.sleep(quietMs);
  }

  sleep(ms: number): Promise<void> {
    return this.within<undefined>(ms, () => () => undefined).then(() => undefined);
  }

  /** Resolves with the value passed by `begin`, or undefined after a timeout or a connection loss. */
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
