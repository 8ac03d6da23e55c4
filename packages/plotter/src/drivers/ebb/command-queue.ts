import type { Clock } from '@stationery/core';
import { acknowledgementOf } from '../language/our-language.ts';
import type { LinkEvent, Reply } from '../link.ts';
import type { Entry } from './entry.ts';

/** The commands that were begun, in their order: which wait, which were answered, and which the board has carried out. */
export class CommandQueue {
  readonly #clock: Clock;
  readonly #tell: (event: LinkEvent) => void;
  /** Begun and not executed; the last of them wait to be planned. */
  #entries: Entry[] = [];
  #waiting: Entry[] = [];
  /** Since then the oldest command has been the oldest. */
  #turnMs = 0;

  constructor(clock: Clock, tell: (event: LinkEvent) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  get hasWork(): boolean {
    return this.#entries.length > 0;
  }

  /** The oldest one that was not executed. */
  get oldest(): Entry | undefined {
    return this.#entries[0];
  }

  /** The oldest one that waits to be planned. */
  get next(): Entry | undefined {
    return this.#waiting[0];
  }

  /** How long a command has been the oldest one; 0 while there are others before it. */
  msSinceTurnOf(entry: Entry): number {
    return this.#entries[0] === entry ? this.#clock.nowMs() - this.#turnMs : 0;
  }

  add(entry: Entry): void {
    if (this.#entries.length === 0) this.#turnMs = this.#clock.nowMs();
    this.#entries.push(entry);
    this.#waiting.push(entry);
  }

  /** It waits no longer. */
  takeNext(): Entry | undefined {
    return this.#waiting.shift();
  }

  /** Takes back what was not planned yet. */
  withdraw(): Entry[] {
    const withdrawn = this.#waiting.splice(0);
    this.#entries = this.#entries.filter((entry) => !withdrawn.includes(entry));
    return withdrawn;
  }

  /** False: it does not wait any more. */
  remove(entry: Entry): boolean {
    const at = this.#waiting.indexOf(entry);
    if (at < 0) return false;
    this.#waiting.splice(at, 1);
    this.#entries = this.#entries.filter((other) => other !== entry);
    return true;
  }

  takeAll(): Entry[] {
    const all = this.#entries;
    this.#entries = [];
    this.#waiting = [];
    return all;
  }

  /** All of it was sent: it is done when the board has done so many motions. */
  accept(entry: Entry, lastMotion: number, lines: readonly string[] = []): void {
    const { action, command } = entry;
    const ok = action.kind !== 'refused';
    const terminalLine = action.kind === 'refused' ? action.terminalLine : acknowledgementOf(command);
    this.answer(entry, lastMotion, { sent: command, ok, terminalLine, lines: [...lines, terminalLine] });
  }

  refuse(entry: Entry, lastMotion: number, terminalLine: string): void {
    const reply: Reply = { sent: entry.command, ok: false, terminalLine, lines: [terminalLine] };
    this.answer(entry, lastMotion, reply);
  }

  answer(entry: Entry, lastMotion: number, reply: Reply): void {
    entry.isSent = true;
    entry.lastMotion = lastMotion;
    entry.accept(reply);
    this.#tell({ type: 'accepted', reply });
  }

  /** The board has done so many motions. */
  credit(done: number): void {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      if (entry.reply === undefined || entry.lastMotion === undefined || entry.lastMotion > done) return;
      this.#entries.shift();
      this.#turnMs = this.#clock.nowMs();
      if (!entry.isOver) this.#tell({ type: 'reply', reply: entry.reply });
      entry.finish();
    }
  }
}
