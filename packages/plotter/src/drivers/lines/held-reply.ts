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
 * Holds lines that may be strays. If more lines arrive than replies are owed, the first is a stray; otherwise it is the
 * reply.
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

  /** Returns the first lines if more are held than replies are owed: these must be strays. */
  hold(line: HeldLine, owed: number): HeldLine[] {
    this.#cancel();
    this.#lines.push(line);
    this.#cancel = this.#clock.after(this.#holdMs, () => this.believe());
    return this.#lines.splice(0, this.#lines.length - owed);
  }

  /** Returns the replies, if there are enough lines from the first that can be a reply. Lines before it are strays. */
  complete(next: HeldLine, owed: number): { strays: HeldLine[]; replies: HeldLine[] } | undefined {
    const lines = [...this.#lines, next];
    const first = lines.findIndex(({ fits }) => fits);
    if (first < 0 || lines.length - first < owed) return undefined;
    this.drop();
    return { strays: lines.slice(0, first), replies: lines.slice(first) };
  }

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
