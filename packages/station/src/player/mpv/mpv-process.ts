import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Duplex, PassThrough } from 'node:stream';
import { type Clock, systemErrorCode } from '@stationery/core';

/**
 * Options that start mpv idle and for audio only: no video, no scripts, no URLs from playlists. mpv quits when
 * its connection closes, so it never outlives the station.
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
  // Limit the buffers, because streams may send faster than they play.
  '--demuxer-max-bytes=8MiB',
  '--demuxer-max-back-bytes=2MiB',
  '--resume-playback=no',
  '--volume-max=100',
  '--hr-seek=yes',
  '--input-ipc-client=fd://3',
];
/** mpv counts as hanging without a reply within this time. Replies take milliseconds, or longer with a slow card. */
const answerWithinMs = 3_000;
/** mpv events have at most a few hundred bytes. */
const maxLineBytes = 1024 * 1024;

export interface MpvMessage {
  event?: string;
  name?: string;
  request_id?: number;
  error?: string;
  data?: unknown;
  reason?: string;
  file_error?: string;
  playlist_entry_id?: number;
}

interface MpvListener {
  event(message: MpvMessage): void;
  /** Called once if the process ended, hangs or could not be started. */
  lost(why: 'missing' | 'stopped' | 'silent'): void;
}

export class MpvProcess {
  readonly #child: ChildProcess;
  readonly #socket: Duplex;
  readonly #clock: Clock;
  readonly #listener: MpvListener;
  readonly #waiting = new Map<number, { answered: (message: MpvMessage) => void; cancel: () => void }>();
  #nextId = 1;
  #text = '';
  #isLost = false;

  constructor(parts: { program: string; clock: Clock; listener: MpvListener }) {
    this.#clock = parts.clock;
    this.#listener = parts.listener;
    this.#child = spawn(parts.program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    // There is no socket if this process has too many open files. The error event reports that cause.
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
   * Sends a command in which each character is a byte, because file names may use any encoding.
   * Calls `answered` before any event that follows the reply.
   */
  send(command: unknown, answered: (message: MpvMessage) => void = () => {}): void {
    if (this.#isLost) return;
    const id = this.#nextId++;
    const cancel = this.#clock.after(answerWithinMs, () => this.#lose('silent'));
    this.#waiting.set(id, { answered, cancel });
    this.#socket.write(Buffer.from(`${JSON.stringify({ command, request_id: id })}\n`, 'latin1'));
  }

  /** Reads a property. The promise stays pending if the player is lost. */
  ask(property: string): Promise<unknown> {
    return new Promise((resolve) => this.send(['get_property', property], ({ data }) => resolve(data)));
  }

  /** Kills the process: it has no state to save and may hang. */
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
    if (this.#text.length > maxLineBytes) this.#lose('silent');
    for (const line of lines) if (!this.#isLost) this.#receive(line);
  }

  #receive(line: string): void {
    let message: MpvMessage;
    try {
      message = JSON.parse(line) as MpvMessage;
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
