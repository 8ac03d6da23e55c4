import { plotterCommands } from '@stationery/contract/plotter-commands';
import type { BytePort, Clock } from '@stationery/core';
import { verbOf } from '../../src/drivers/language/our-language.ts';
import { canAcknowledge } from '../../src/drivers/lines/grammar.ts';
import { type Dialect, wordFor } from './dialects.ts';
import { ourBanner } from './link-bench.ts';

/** A fault of one received line or its reply. */
export type Fault =
  | { kind: 'none' }
  /** The line never arrives. */
  | { kind: 'deaf' }
  /** The reply is never sent. */
  | { kind: 'drop' }
  | { kind: 'delay'; ms: number }
  /** The last line is repeated: in the same chunk, or later. */
  | { kind: 'double' }
  | { kind: 'repeat'; afterMs: number }
  | { kind: 'garble'; at: number; byte: number }
  /** The board restarts, or disconnects for a while, after this many bytes of the reply. */
  | { kind: 'reset'; at: number }
  | { kind: 'unplug'; at: number; forMs: number }
  | { kind: 'chatter'; text: string };

export interface Behaviour {
  isOurs: boolean;
  /** Reply format of third-party firmware. */
  dialect: Dialect;
  /**
   * Whether opening the port resets the board, as with most boards. Others continue behind a serial server
   * and answer after reconnecting.
   */
  resetsOnOpen: boolean;
  bootMs: number;
  /** Chunk sizes of replies, used in rotation, and the pause before each. */
  chunks: { bytes: number; pauseMs: number }[];
  workMs: number;
  infoLines: number;
}

/** An executed line. Its number is in the last line of the reply: `OK MOVE e7.` */
export interface Execution {
  line: string;
}

/** A repeated last line, and the command it answered. */
export interface Repeat {
  line: string;
  answers: string;
  /** Whether it follows the original line in the same chunk. */
  isAtOnce: boolean;
}

interface Out {
  bytes: Uint8Array;
  pauseMs: number;
  isRepeat?: Repeat;
  then?: () => void;
}

/** Faults after which a complete reply comes in time, perhaps twice. */
const harmless: ReadonlySet<Fault['kind']> = new Set(['none', 'double']);

/**
 * A device that executes lines in order and names the execution in each reply. Excludes faults that
 * no host could detect: it does not repeat a last line late when the line could also answer a
 * command in flight (the same word, or an error, which names no command; with third-party firmware,
 * any word the host cannot tell apart, and any word while a reply is owed). Third-party firmware
 * has no barrier: it loses no reply while a STOP waits behind it, answers a STOP in time after a
 * repetition, and restarts when its port is opened.
 */
export class FaultyDevice {
  readonly executions: Execution[] = [];
  /** All received lines, including invalid ones. */
  readonly arrived: string[] = [];
  /** Set if a command arrived while the board was starting after the opening. */
  spokenToWhileStarting: string | undefined;
  /** Last lines repeated while another command was in flight. */
  strays = 0;
  /** The command in flight when the last stray came. */
  #strayBeside: string | undefined;
  readonly #clock: Clock;
  readonly #behaviour: Behaviour;
  readonly #faults: Fault[];
  /** Lines that the host has in flight. */
  readonly #live: () => readonly string[];
  readonly #hostState: () => string;
  readonly #canTell: (repeat: Repeat, live: string) => boolean;
  #host: { bytes: (bytes: Uint8Array) => void; lost: (reason?: Error) => void } | undefined;
  #pluggedInMs = 0;
  #wasStarted = false;
  #isBooting: 'opening' | 'fault' | undefined;
  #input = '';
  #todo: { line: string; fault: Fault }[] = [];
  #working: { line: string; fault: Fault; cancel: () => void } | undefined;
  #out: Out[] = [];
  #sending: (() => void) | undefined;
  #cancelBoot: () => void = () => {};
  /** Counts starts: a restarted board drops its pending repetitions. */
  #starts = 0;
  #chunk = 0;

  constructor(parts: {
    clock: Clock;
    behaviour: Behaviour;
    faults: Fault[];
    live: () => readonly string[];
    hostState: () => string;
    /** Whether the host can know from earlier replies that the line does not answer this command. */
    canTell: (repeat: Repeat, live: string) => boolean;
  }) {
    this.#clock = parts.clock;
    this.#behaviour = parts.behaviour;
    this.#faults = [...parts.faults];
    this.#live = parts.live;
    this.#hostState = parts.hostState;
    this.#canTell = parts.canTell;
  }

  /** Ends all faults. */
  heal(): void {
    this.#faults.length = 0;
  }

  /** Whether the reply to this line is still to come, without a fault. */
  willAnswer(line: string): boolean {
    return this.#working?.line === line || this.#todo.some((other) => other.line === line);
  }

  /** Whether the reply to this line and those before it arrive complete and without delay. */
  willAnswerSoon(line: string): boolean {
    const undone = this.#undone();
    const index = undone.findIndex((one) => one.line === line);
    const isQuick = this.#behaviour.chunks.every(({ bytes, pauseMs }) => bytes >= 64 || pauseMs <= 1);
    return isQuick && index >= 0 && undone.slice(0, index + 1).every(({ fault }) => fault.kind === 'none');
  }

  async open(): Promise<BytePort> {
    if (this.#clock.nowMs() < this.#pluggedInMs) throw new Error('no such device');
    if (this.#host !== undefined) throw new Error('the port is busy');
    const byteListeners = new Set<(bytes: Uint8Array) => void>();
    const closeListeners = new Set<(reason?: Error) => void>();
    const host = {
      bytes: (bytes: Uint8Array) => {
        for (const listener of byteListeners) listener(bytes);
      },
      lost: (reason?: Error) => {
        if (this.#host !== host) return;
        this.#host = undefined;
        for (const listener of closeListeners) listener(reason);
      },
    };
    this.#host = host;
    if (this.#behaviour.resetsOnOpen || !this.#wasStarted) this.#boot('opening');
    this.#send();
    return {
      name: 'faulty:',
      write: async (bytes) => {
        if (this.#host !== host) throw new Error('the port is closed');
        this.#receive(Buffer.from(bytes).toString());
      },
      onBytes: (listener) => {
        byteListeners.add(listener);
        return () => byteListeners.delete(listener);
      },
      onClose: (listener) => {
        closeListeners.add(listener);
        return () => closeListeners.delete(listener);
      },
      flushInput: async () => {},
      close: async () => host.lost(),
    };
  }

  #boot(why: 'opening' | 'fault'): void {
    this.#wasStarted = true;
    this.#halt();
    this.#isBooting = why;
    this.#cancelBoot = this.#clock.after(this.#behaviour.bootMs, () => {
      this.#isBooting = undefined;
      this.#put(this.#behaviour.isOurs ? `${ourBanner}\n` : '\r\nGrbl 1.1h\r\n');
    });
  }

  #halt(): void {
    this.#cancelBoot();
    this.#starts++;
    this.#working?.cancel();
    this.#working = undefined;
    this.#todo = [];
    this.#input = '';
    this.#out = [];
    this.#sending?.();
    this.#sending = undefined;
  }

  #receive(text: string): void {
    if (this.#isBooting !== undefined) {
      if (this.#isBooting === 'opening' && text !== 'STOP\n') this.spokenToWhileStarting = text;
      return;
    }
    this.#input += text;
    for (let end = this.#input.indexOf('\n'); end >= 0; end = this.#input.indexOf('\n')) {
      const line = this.#input.slice(0, end);
      this.#input = this.#input.slice(end + 1);
      this.#arrive(line, this.#faults.shift() ?? { kind: 'none' });
    }
  }

  #arrive(line: string, fault: Fault): void {
    this.arrived.push(line);
    const mustBeHeard = !this.#behaviour.isOurs && [line, ...this.#live()].includes('STOP');
    const harms = !harmless.has(fault.kind) && fault.kind !== 'delay' && fault.kind !== 'unplug';
    const mustBeQuick = mustBeHeard && this.#live().includes(this.#strayBeside ?? '');
    const actual: Fault = mustBeQuick || (mustBeHeard && harms) ? { kind: 'none' } : fault;
    if (mustBeHeard) {
      for (const undone of this.#undone()) {
        // A delay that has begun continues.
        if (!harmless.has(undone.fault.kind) && undone.fault.kind !== 'delay')
          undone.fault = { kind: 'none' };
      }
    }
    if (actual.kind === 'deaf') return;
    if (line === 'STOP' && this.#behaviour.isOurs) this.#stop(actual);
    else {
      this.#todo.push({ line, fault: actual });
      this.#work();
    }
  }

  /**
   * Handles a stop ahead of pending lines: these are answered as stopped, in order, and then the stop itself.
   */
  #stop(fault: Fault): void {
    this.#working?.cancel();
    const undone = this.#undone();
    this.#working = undefined;
    this.#todo = [];
    for (const { line, fault: its } of undone) this.#reply(line, 'ERR STOPPED', its);
    this.#reply('STOP', 'OK STOPPED', fault);
  }

  #undone(): { line: string; fault: Fault }[] {
    return this.#working === undefined ? this.#todo : [this.#working, ...this.#todo];
  }

  #work(): void {
    if (this.#working !== undefined) return;
    const next = this.#todo.shift();
    if (next === undefined) return;
    const delayMs = next.fault.kind === 'delay' ? next.fault.ms : 0;
    const cancel = this.#clock.after(this.#behaviour.workMs + delayMs, () => {
      const done = this.#working;
      this.#working = undefined;
      if (done !== undefined) this.#reply(done.line, this.#answer(done.line), done.fault);
      this.#work();
    });
    this.#working = { ...next, cancel };
  }

  #answer(line: string): string {
    const verb = verbOf(line);
    if (verb === 'SERVO') return 'ERR RANGE';
    if (verb === 'SYNC') return `OK SYNC_${line.split(' ')[1]}`;
    const word = plotterCommands.find((shape) => shape.verb === verb)?.word;
    return word === undefined ? 'ERR UNKNOWN' : `OK ${word}`;
  }

  #foreignAnswer(line: string, trace: string): string {
    const { dialect } = this.#behaviour;
    const isUnknown = ['SERVO', 'SYNC', 'STOP'].includes(verbOf(line));
    return isUnknown ? dialect.bad(trace) : dialect.good(wordFor(dialect, line), trace);
  }

  #reply(line: string, terminal: string, fault: Fault): void {
    const execution = this.executions.push({ line }) - 1;
    const { isOurs, dialect, infoLines } = this.#behaviour;
    const trace = `e${execution}.`;
    const terminalLine = `${isOurs ? `${terminal} ${trace}` : this.#foreignAnswer(line, trace)}\n`;
    const repeat: Repeat = { line: terminalLine, answers: line, isAtOnce: fault.kind === 'double' };
    const info = Array.from({ length: infoLines }, (_, index) => `info ${index}\r\n`).join('');
    const echo = !isOurs && dialect.echoes ? `${line}\r\n` : '';
    const text = echo + info + terminalLine;
    const at = 'at' in fault ? fault.at % (text.length + 1) : 0;
    switch (fault.kind) {
      case 'drop':
        return;
      case 'double':
        this.#out.push({ bytes: Buffer.from(text), pauseMs: 0 });
        this.#out.push({ bytes: Buffer.from(terminalLine), pauseMs: -1, isRepeat: repeat });
        break;
      case 'repeat':
        this.#put(text);
        this.#repeatLater(repeat, fault.afterMs);
        break;
      case 'garble': {
        const bytes = Buffer.from(text);
        bytes[Math.min(at, bytes.length - 1)] = fault.byte;
        this.#put(bytes);
        break;
      }
      case 'reset':
        this.#put(text.slice(0, at), () => this.#boot('fault'));
        break;
      case 'unplug':
        this.#put(text.slice(0, at), () => this.#unplug(fault.forMs));
        this.#put(text.slice(at));
        break;
      case 'chatter':
        this.#put(text);
        this.#out.push({ bytes: Buffer.from(fault.text, 'latin1'), pauseMs: 0 });
        break;
      default:
        this.#put(text);
    }
    this.#send();
  }

  #repeatLater(repeat: Repeat, afterMs: number): void {
    const start = this.#starts;
    this.#clock.after(afterMs, () => {
      if (start !== this.#starts) return;
      this.#out.push({ bytes: Buffer.from(repeat.line), pauseMs: 0, isRepeat: repeat });
      this.#send();
    });
  }

  #unplug(forMs: number): void {
    this.#pluggedInMs = this.#clock.nowMs() + forMs;
    if (this.#behaviour.resetsOnOpen) this.#halt();
    this.#host?.lost(new Error('unplugged'));
  }

  #put(text: string | Buffer, then?: () => void): void {
    const bytes = Buffer.from(text as string);
    const { chunks } = this.#behaviour;
    for (let at = 0; at < bytes.length; ) {
      const { bytes: size, pauseMs } = chunks[this.#chunk++ % chunks.length]!;
      this.#out.push({ bytes: Uint8Array.from(bytes.subarray(at, at + size)), pauseMs });
      at += size;
    }
    if (then !== undefined) this.#out.push({ bytes: new Uint8Array(), pauseMs: 0, then });
    this.#send();
  }

  /** Sends one chunk after another, each after its pause, while the port is open. */
  #send(): void {
    if (this.#sending !== undefined || this.#host === undefined) return;
    const next = this.#out[0];
    if (next === undefined) return;
    this.#sending = this.#clock.after(next.pauseMs, () => {
      this.#sending = undefined;
      if (this.#host === undefined) return;
      this.#out.shift();
      // The host reads a repetition in the same chunk before it can send anything.
      const same = this.#out[0]?.pauseMs === -1 ? this.#out.shift() : undefined;
      if (same !== undefined && !this.#couldPass(same.isRepeat!, this.#liveBehind(same.isRepeat!))) {
        if (this.#liveBehind(same.isRepeat!).length > 0) this.strays++;
        this.#host.bytes(Buffer.concat([next.bytes, same.bytes]));
      } else if (next.isRepeat === undefined || !this.#couldPass(next.isRepeat, this.#live())) {
        if (next.isRepeat !== undefined && this.#live().length > 0) {
          this.strays++;
          this.#strayBeside = this.#live()[0];
        }
        if (next.bytes.length > 0) this.#host.bytes(next.bytes);
      }
      next.then?.();
      this.#send();
    });
  }

  /**
   * The commands that were in flight after the host read the first of two equal lines. The host may have abandoned its
   * own command.
   */
  #liveBehind({ answers }: Repeat): string[] {
    return this.#live().filter((line) => line !== answers);
  }

  /** Whether any host could mistake this line for the answer to one of the commands in flight. */
  #couldPass(repeat: Repeat, live: readonly string[]): boolean {
    if (!this.#behaviour.isOurs) {
      return this.#hostState() === 'suspect' || live.some((command) => !this.#canTell(repeat, command));
    }
    const [head, word = ''] = repeat.line.split(' ');
    return live.some((command) => head !== 'OK' || canAcknowledge(command, word));
  }
}
