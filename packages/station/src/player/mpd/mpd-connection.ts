import { connect, type Socket } from 'node:net';
import type { Clock } from '@stationery/core';

export interface MpdAddress {
  host: string;
  port: number;
}

const answerWithinMs = 5_000;
const longestLine = 64 * 1024;
const mostLines = 1_000;

export interface MpdListener {
  /** Something about the player changed. */
  changed(): void;
  /** Called once, when the connection is closed or does not answer. */
  lost(): void;
}

interface Waiting {
  lines: string[];
  isIdle: boolean;
  /** With the lines of the answer, or with the message of a refusal. */
  answered(lines: string[], refused?: string): void;
  cancel(): void;
}

/**
 * A connection to MPD. While nothing is asked it waits in `idle`, which MPD never ends for being silent, and in which
 * it tells what changed.
 */
export class MpdConnection {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #listener: MpdListener;
  readonly #waiting: Waiting[] = [];
  #text = '';
  #isGreeted = false;
  #isOver = false;
  #unsent = '';
  #isInterrupted = false;

  constructor(parts: { address: MpdAddress; clock: Clock; listener: MpdListener }) {
    this.#clock = parts.clock;
    this.#listener = parts.listener;
    this.#socket = connect(parts.address);
    this.#socket.setNoDelay(true).setEncoding('utf8');
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => this.#lose());
    this.#socket.on('close', () => this.#lose());
  }

  /** This machine as MPD sees it, once connected. */
  get localAddress(): string {
    const { localAddress = '127.0.0.1' } = this.#socket;
    const plain = localAddress.replace(/^::ffff:/, '');
    return plain.includes(':') ? `[${plain}]` : plain;
  }

  /** Several commands at once, all or as far as one is refused. */
  send(commands: readonly string[], answered: Waiting['answered'] = () => {}): void {
    if (this.#isOver) return;
    const last = this.#waiting.at(-1);
    if (last?.isIdle && !this.#isInterrupted) {
      this.#isInterrupted = true;
      this.#write('noidle\n');
    }
    this.#push(`command_list_begin\n${commands.join('\n')}\ncommand_list_end\n`, false, answered);
  }

  /** Settles with the members of the answer; never where the connection is lost meanwhile. */
  status(): Promise<Map<string, string>> {
    return new Promise((resolve) =>
      this.send(['status'], (lines) =>
        resolve(
          new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])),
        ),
      ),
    );
  }

  close(): void {
    this.#isOver = true;
    this.#stopWaiting();
    this.#socket.destroy();
  }

  #push(text: string, isIdle: boolean, answered: Waiting['answered']): void {
    const cancel = isIdle ? () => {} : this.#clock.after(answerWithinMs, () => this.#lose());
    this.#waiting.push({ lines: [], isIdle, answered, cancel });
    this.#write(text);
  }

  /** What is sent before the greeting waits for it. */
  #write(text: string): void {
    if (this.#isGreeted) this.#socket.write(text);
    else this.#unsent += text;
  }

  #read(text: string): void {
    this.#text += text;
    const lines = this.#text.split('\n');
    this.#text = lines.pop() ?? '';
    if (this.#text.length > longestLine) this.#lose();
    for (const line of lines) if (!this.#isOver) this.#receive(line);
  }

  #receive(line: string): void {
    if (!this.#isGreeted) {
      if (!line.startsWith('OK MPD ')) {
        this.#lose();
        return;
      }
      this.#isGreeted = true;
      this.#socket.write(this.#unsent);
      this.#unsent = '';
      this.#idleAgain();
      return;
    }
    const [first] = this.#waiting;
    if (first === undefined) return;
    if (line !== 'OK' && !line.startsWith('ACK ')) {
      if (first.lines.push(line) > mostLines) this.#lose();
      return;
    }
    this.#waiting.shift();
    first.cancel();
    if (first.isIdle) this.#isInterrupted = false;
    first.answered(
      first.lines,
      line === 'OK' ? undefined : line.replace(/^ACK \[[^\]]*\] /, '').slice(0, 300),
    );
    this.#idleAgain();
  }

  #idleAgain(): void {
    if (this.#isOver || this.#waiting.length > 0) return;
    this.#push('idle player\n', true, (lines) => {
      if (lines.length > 0) this.#listener.changed();
    });
  }

  #lose(): void {
    if (this.#isOver) return;
    this.close();
    this.#listener.lost();
  }

  #stopWaiting(): void {
    for (const { cancel } of this.#waiting.splice(0)) cancel();
  }
}
