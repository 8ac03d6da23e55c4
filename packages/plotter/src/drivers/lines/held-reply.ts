import type { Clock } from '@stationery/core';
import type { Terminal } from './terminal-line.ts';

export interface LastLine {
  line: string;
  terminal: Terminal;
}

export interface HeldLine extends LastLine {
  /** Whether the line can be the reply to the oldest command. */
  fits: boolean;
}

/**
 * A last line that may be the reply to the oldest command or a stray, and the lines after it. The lines are kept for a
 * moment: if more arrive than are owed, the first is a stray; otherwise it is the reply.
 */
export class HeldReply {
  readonly #clock: Clock;
  readonly #holdMs: number;
  readonly #believe: (lines: HeldLine[]) => void;
  #lines: HeldLine[] = [];
  #cancel: () => void = () => {};

  constructor(clock: Clock, holdMs: number, believe: (lines: HeldLine[]) => void) {
    this.#clock = clock;
    this.#holdMs = holdMs;
    this.#believe = believe;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /** If more lines than owed are held, the first ones must be strays; returns these. */
  hold(line: HeldLine, owed: number): HeldLine[] {
    this.#cancel();
    this.#lines.push(line);
    this.#cancel = this.#clock.after(this.#holdMs, () => this.believe());
    return this.#lines.splice(0, this.#lines.length - owed);
  }

  /**
   * If the held lines from the first fitting one to the next line match the number of owed replies, returns
   * them as replies, and earlier lines as strays.
   */
  complete(next: HeldLine, owed: number): { strays: HeldLine[]; replies: HeldLine[] } | undefined {
    const lines = [...this.#lines, next];
    const first = lines.findIndex(({ fits }) => fits);
    if (first < 0 || lines.length - first < owed) return undefined;
    this.drop();
    return { strays: lines.slice(0, first), replies: lines.slice(first) };
  }

  /** Accepts a held line as the reply. Returns whether there was one. */
  believe(): boolean {
    const lines = this.drop();
    if (lines.length > 0) this.#believe(lines);
    return lines.length > 0;
  }

  drop(): HeldLine[] {
    this.#cancel();
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
