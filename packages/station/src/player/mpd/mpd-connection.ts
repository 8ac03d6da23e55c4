import { connect, type Socket } from 'node:net';
import type { Clock } from '@stationery/core';

export interface MpdAddress {
  host: string;
  port: number;
}

const answerWithinMs = 5_000;
const maxLine = 64 * 1024;
const maxLines = 1_000;

interface MpdListener {
  changed(): void;
  /** Called once when the connection is lost or MPD stops answering. */
  lost(): void;
}

interface MpdConnectionDeps {
  address: MpdAddress;
  clock: Clock;
  listener: MpdListener;
}

interface Waiting {
  lines: string[];
  isIdle: boolean;
  answered(lines: string[], refused?: string): void;
  cancel(): void;
}

/** A connection to MPD. Between commands it waits in `idle`, which has no timeout and reports changes. */
export class MpdConnection {
  readonly #deps: MpdConnectionDeps;
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #text = '';
  #isGreeted = false;
  #isOver = false;
  #unsent = '';
  #isInterrupted = false;

  constructor(deps: MpdConnectionDeps) {
    this.#deps = deps;
    this.#socket = connect(deps.address);
    this.#socket.setNoDelay(true).setEncoding('utf8');
    this.#socket.on('data', (text: string) => this.#read(text));
    this.#socket.on('error', () => this.#lose());
    this.#socket.on('close', () => this.#lose());
  }

  /** Address of this machine as seen by MPD, once connected. */
  get localAddress(): string {
    const { localAddress = '127.0.0.1' } = this.#socket;
    const plain = localAddress.replace(/^::ffff:/, '');
    return plain.includes(':') ? `[${plain}]` : plain;
  }

  /** Sends a list of commands. MPD runs them up to the first one that fails. */
  send(commands: readonly string[], answered: Waiting['answered'] = () => {}): void {
    if (this.#isOver) return;
    const last = this.#waiting.at(-1);
    if (last?.isIdle && !this.#isInterrupted) {
      this.#isInterrupted = true;
      this.#write('noidle\n');
    }
    this.#push(`command_list_begin\n${commands.join('\n')}\ncommand_list_end\n`, false, answered);
  }

  /** Asks for the status. The promise stays pending if the connection is lost. */
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
    for (const { cancel } of this.#waiting.splice(0)) cancel();
    this.#socket.destroy();
  }

  #push(text: string, isIdle: boolean, answered: Waiting['answered']): void {
    const cancel = isIdle ? () => {} : this.#deps.clock.after(answerWithinMs, () => this.#lose());
    this.#waiting.push({ lines: [], isIdle, answered, cancel });
    this.#write(text);
  }

  #write(text: string): void {
    if (this.#isGreeted) this.#socket.write(text);
    else this.#unsent += text;
  }

  #read(text: string): void {
    this.#text += text;
    const lines = this.#text.split('\n');
    this.#text = lines.pop() ?? '';
    if (this.#text.length > maxLine) this.#lose();
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
      if (first.lines.push(line) > maxLines) this.#lose();
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
      if (lines.length > 0) this.#deps.listener.changed();
    });
  }

  #lose(): void {
    if (this.#isOver) return;
    this.close();
    this.#deps.listener.lost();
  }
}
