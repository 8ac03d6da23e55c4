import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Duplex, PassThrough } from 'node:stream';
import { type Clock, systemErrorCode } from '@stationery/core';

/**
 * An mpv that waits for commands. It plays sound files and nothing else: no video, no scripts, no addresses out of
 * play lists. It quits when its connection closes, so that it never outlives the station.
 */
const options = [
  '--idle=yes',
  '--no-terminal',
  '--no-video',
  '--audio-display=no',
  '--ytdl=no',
  '--load-scripts=no',
  '--osc=no',
  '--input-default-bindings=no',
  '--input-media-keys=no',
  '--demuxer=lavf',
  '--access-references=no',
  '--resume-playback=no',
  '--volume-max=100',
  '--hr-seek=yes',
  '--input-ipc-client=fd://3',
];
/** An answer takes milliseconds; a slow card can make it longer. */
const answerWithinMs = 3_000;
/** The longest line that mpv sends is an event of a few hundred bytes. */
const longestLineBytes = 1024 * 1024;

interface Message {
  event?: string;
  request_id?: number;
  error?: string;
  data?: unknown;
  reason?: string;
  file_error?: string;
  playlist_entry_id?: number;
}

export interface MpvListener {
  event(message: Message): void;
  /** It has ended, hangs, or could not be started. Called once. */
  lost(why: 'missing' | 'stopped' | 'silent'): void;
}

/** One mpv process and its JSON IPC, over a socket that only the two of them have. */
export class MpvProcess {
  readonly #child: ChildProcess;
  readonly #socket: Duplex;
  readonly #clock: Clock;
  readonly #listener: MpvListener;
  readonly #waiting = new Map<number, { answered: (message: Message) => void; cancel: () => void }>();
  #nextId = 1;
  #text = '';
  #isLost = false;

  constructor(parts: { program: string; clock: Clock; listener: MpvListener }) {
    this.#clock = parts.clock;
    this.#listener = parts.listener;
    this.#child = spawn(parts.program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    // Where this process has too many files open there is no socket, and the error says the rest.
    this.#socket = (this.#child.stdio?.[3] as Duplex | undefined) ?? new PassThrough();
    this.#child.once('error', (error) =>
      this.#lose(systemErrorCode(error) === 'ENOENT' ? 'missing' : 'stopped'),
    );
    this.#child.once('exit', () => this.#lose('stopped'));
    this.#socket.on('error', () => this.#lose('stopped'));
    this.#socket.on('close', () => this.#lose('stopped'));
    this.#socket.setEncoding('latin1').on('data', (text: string) => this.#read(text));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Characters of a command are bytes: file names are in whatever encoding the card has. `answered` is called before
   * any event that came after the answer.
   */
  send(command: unknown, answered: (message: Message) => void = () => {}): void {
    if (this.#isLost) return;
    const id = this.#nextId++;
    const cancel = this.#clock.after(answerWithinMs, () => this.#lose('silent'));
    this.#waiting.set(id, { answered, cancel });
    this.#socket.write(Buffer.from(`${JSON.stringify({ command, request_id: id })}\n`, 'latin1'));
  }

  /** Never settles where the player is lost meanwhile. */
  ask(property: string): Promise<unknown> {
    return new Promise((resolve) => this.send(['get_property', property], ({ data }) => resolve(data)));
  }

  /** It holds nothing that it would have to save, and may hang: it is killed. */
  async close(): Promise<void> {
    this.#isLost = true;
    this.#stopWaiting();
    this.#socket.destroy();
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  #lose(why: 'missing' | 'stopped' | 'silent'): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#stopWaiting();
    this.#listener.lost(why);
  }

  #stopWaiting(): void {
    for (const { cancel } of this.#waiting.values()) cancel();
    this.#waiting.clear();
  }

  #read(text: string): void {
    this.#text += text;
    const lines = this.#text.split('\n');
    this.#text = lines.pop() ?? '';
    if (this.#text.length > longestLineBytes) this.#lose('silent');
    for (const line of lines) if (!this.#isLost) this.#receive(line);
  }

  #receive(line: string): void {
    let message: Message;
    try {
      message = JSON.parse(line) as Message;
    } catch {
      return;
    }
    if (message.event !== undefined) this.#listener.event(message);
    else if (message.request_id !== undefined) {
      const asked = this.#waiting.get(message.request_id);
      this.#waiting.delete(message.request_id);
      asked?.cancel();
      asked?.answered(message);
    }
  }
}
