import type { Clock } from '@stationery/core';
import type { Terminal } from './terminal-line.ts';

export interface LastLine {
  line: string;
  terminal: Terminal;
}

export interface HeldLine extends LastLine {
  /** It can be the reply to the oldest command. */
  fits: boolean;
}

/**
 * A last line that may be the reply to the oldest command, or a stray one, and the lines that came behind it. A stray
 * comes beside the replies, so the lines are kept for a moment: if one more comes than the commands in flight are owed,
 * the first is a stray; if none does, it is the reply.
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

  /** Of more lines than are owed the first can only be strays; these are given back. */
  hold(line: HeldLine, owed: number): HeldLine[] {
    this.#cancel();
    this.#lines.push(line);
    this.#cancel = this.#clock.after(this.#holdMs, () => this.believe());
    return this.#lines.splice(0, this.#lines.length - owed);
  }

  /**
   * Whether there are, with the next line and from the first that fits on, as many as are owed. Then these are the
   * replies; all lines are given, and what stands before them is stray.
   */
  complete(next: HeldLine, owed: number): { strays: HeldLine[]; replies: HeldLine[] } | undefined {
    const lines = [...this.#lines, next];
    const first = lines.findIndex(({ fits }) => fits);
    if (first < 0 || lines.length - first < owed) return undefined;
    this.drop();
    return { strays: lines.slice(0, first), replies: lines.slice(first) };
  }

  /** Nothing better will come. True where a line was held. */
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
