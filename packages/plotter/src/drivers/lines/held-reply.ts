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

  /**
   * Holds the line. If more lines are held than replies are owed, removes and returns the first lines, which must be
   * strays.
   */
  hold(line: HeldLine, owed: number): HeldLine[] {
    this.#cancel();
    this.#lines.push(line);
    this.#cancel = this.#clock.after(this.#holdMs, () => this.believe());
    return this.#lines.splice(0, this.#lines.length - owed);
  }

  /**
   * Adds `next`. If at least `owed` lines remain from the first that can be the reply (`fits`), returns these lines as
   * replies and the lines before as strays.
   */
  complete(next: HeldLine, owed: number): { strays: HeldLine[]; replies: HeldLine[] } | undefined {
    const lines = [...this.#lines, next];
    const first = lines.findIndex(({ fits }) => fits);
    if (first < 0 || lines.length - first < owed) return undefined;
    this.drop();
    return { strays: lines.slice(0, first), replies: lines.slice(first) };
  }

  /** Accepts the held lines as replies. Returns whether there were any. */
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
