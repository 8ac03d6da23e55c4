import type { Clock } from '@stationery/core';
import { isGarbled, LineFramer } from '../../../link/line-framer.ts';
import { isError, nameOf, type ReplyShape, shapeOf } from './reply-shape.ts';

export interface BoardReply {
  readonly ok: boolean;
  /** All lines of the reply, as received. */
  readonly lines: readonly string[];
  /** The data, without the command name of the future syntax. */
  readonly text: string;
}

export class NoReply extends Error {
  override readonly name = 'NoReply';
  readonly kind: 'timeout' | 'not-a-reply' | 'ended';

  constructor(kind: NoReply['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface BoardLineEvents {
  sent(line: string): void;
  received(line: string): void;
  stray(line: string): void;
}

interface Exchange {
  readonly line: string;
  readonly name: string;
  readonly shape: ReplyShape;
  readonly lines: string[];
  text: string;
  resolve(reply: BoardReply): void;
  reject(error: NoReply): void;
  cancel: () => void;
}

interface Barrier {
  readonly number: string;
  isHeard: boolean;
  passed(syntax: Syntax): void;
  end(): void;
}

export type Syntax = 'legacy' | 'future';

/** Never credits a line that cannot be the due reply. After such a line, both ends are out of step. */
export class BoardLine {
  readonly #clock: Clock;
  readonly #write: (bytes: Uint8Array) => void;
  readonly #events: BoardLineEvents;
  readonly #framer = new LineFramer({ maxLineBytes: 512 });
  #due: Exchange[] = [];
  #barrier: Barrier | undefined;
  #identifying: { heard: (line: string) => void; end: () => void } | undefined;
  #isFuture = false;
  #isInStep = false;

  constructor(clock: Clock, write: (bytes: Uint8Array) => void, events: BoardLineEvents) {
    this.#clock = clock;
    this.#write = write;
    this.#events = events;
  }

  /** Whether the next line will be the reply to the oldest command. */
  get isInStep(): boolean {
    return this.#isInStep;
  }

  set isFuture(isFuture: boolean) {
    this.#isFuture = isFuture;
  }

  /** Sends the line at once, after the commands in flight. */
  ask(line: string, timeoutMs: number): Promise<BoardReply> {
    if (!this.#isInStep)
      return Promise.reject(new NoReply('not-a-reply', 'The link must be resynchronised first.'));
    return new Promise((resolve, reject) => {
      const exchange: Exchange = {
        line,
        name: nameOf(line),
        shape: shapeOf(line),
        lines: [],
        text: '',
        resolve,
        reject,
        cancel: this.#clock.after(timeoutMs, () =>
          this.#lose('timeout', `no reply to ${line} in ${timeoutMs} ms`),
        ),
      };
      this.#due.push(exchange);
      this.#send(line);
    });
  }

  /** Sends a line and ignores its reply. `resynchronise` must follow. */
  tell(line: string): void {
    this.#lose('not-a-reply', 'the link is being resynchronised');
    this.#send(line);
  }

  identify(isVersion: (line: string) => boolean, timeoutMs: number): Promise<string> {
    this.#lose('not-a-reply', 'the port has just been opened');
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeoutMs, () => {
        this.#identifying = undefined;
        reject(new NoReply('timeout', `no version in ${timeoutMs} ms`));
      });
      this.#identifying = {
        heard: (line) => {
          if (!isVersion(line)) return;
          cancel();
          this.#identifying = undefined;
          resolve(line);
        },
        end: () => {
          cancel();
          reject(new NoReply('ended', 'the link was closed or reset'));
        },
      };
      this.#send('');
      this.#send('V');
    });
  }

  /** Sets a number and queries it, discarding everything before the answer. Rejects if the answer does not come. */
  resynchronise(mark: number, timeoutMs: number): Promise<Syntax> {
    this.#lose('not-a-reply', 'the link is being resynchronised');
    this.#barrier?.end();
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(timeoutMs, () => {
        this.#barrier = undefined;
        reject(new NoReply('timeout', `no answer in ${timeoutMs} ms`));
      });
      const number = String(mark);
      this.#barrier = {
        number,
        isHeard: false,
        end: () => {
          cancel();
          reject(new NoReply('ended', 'the link was closed or reset'));
        },
        passed: (syntax) => {
          cancel();
          this.#barrier = undefined;
          this.#isInStep = true;
          resolve(syntax);
        },
      };
      // End a line first, because half a command may have been written before.
      this.#send('');
      this.#send(`SN,${number}`);
      this.#send('QN');
    });
  }

  /** Nothing is sent until `resynchronise`. */
  giveUp(): void {
    this.#barrier?.end();
    this.#barrier = undefined;
    this.#identifying?.end();
    this.#identifying = undefined;
    this.#framer.reset();
    this.#lose('ended', 'the link was closed or reset');
  }

  receive(chunk: Uint8Array): void {
    this.#framer.push(chunk, (line) => {
      this.#events.received(line);
      this.#take(line);
    });
  }

  #send(line: string): void {
    if (line !== '') this.#events.sent(line);
    this.#write(Buffer.from(`${line}\r`, 'latin1'));
  }

  #take(line: string): void {
    if (this.#identifying !== undefined) {
      this.#identifying.heard(line);
      return;
    }
    const barrier = this.#barrier;
    if (barrier !== undefined) {
      // In the legacy syntax an additional OK follows the number.
      if (line === `QN,${barrier.number}`) barrier.passed('future');
      else if (barrier.isHeard && line === 'OK') barrier.passed('legacy');
      else if (line === barrier.number) barrier.isHeard = true;
      return;
    }
    const exchange = this.#due[0];
    if (exchange === undefined || isGarbled(line) || !this.#isPart(exchange, line)) {
      this.#events.stray(line);
      this.#lose('not-a-reply', `“${line}” is not a reply to ${exchange?.line ?? 'any command'}`);
    }
  }

  /** Returns whether the line fits the due reply. */
  #isPart(exchange: Exchange, line: string): boolean {
    const { name, shape, lines } = exchange;
    if (this.#isFuture) {
      if (line !== name && !line.startsWith(`${name},`)) return false;
      lines.push(line);
      exchange.text = line.slice(name.length + 1);
      const hasForm = shape.data === undefined || shape.data.test(exchange.text) || shape.data.test(line);
      if (!isError(line) && !hasForm && exchange.text !== '') return false;
      this.#finish(exchange, !isError(line));
      return true;
    }
    if (isError(line)) {
      lines.push(line);
      this.#finish(exchange, false);
      return true;
    }
    if (line === 'OK' && shape.ok) {
      if (shape.data !== undefined && lines.length === 0 && name !== 'QT') return false;
      lines.push(line);
      this.#finish(exchange, true);
      return true;
    }
    if (lines.length > 0 || shape.data === undefined || !shape.data.test(line)) return false;
    lines.push(line);
    exchange.text = line.startsWith(`${name},`) ? line.slice(name.length + 1) : line;
    if (!shape.ok) this.#finish(exchange, true);
    return true;
  }

  #finish(exchange: Exchange, ok: boolean): void {
    this.#due.shift();
    exchange.cancel();
    const { lines, text } = exchange;
    exchange.resolve({ ok, lines, text });
  }

  #lose(kind: NoReply['kind'], message: string): void {
    this.#isInStep = false;
    for (const exchange of this.#due.splice(0)) {
      exchange.cancel();
      exchange.reject(new NoReply(kind, message));
    }
  }
}
