import type { Clock } from '@stationery/core';
import type { Terminal } from '../firmware/terminal-line.ts';

export interface Held {
  line: string;
  terminal: Terminal;
}

/**
 * A last line that may be the reply to the command in flight, or a stray one. A stray comes beside the reply, so
 * the line is kept for a moment: if another last line comes, that one is the reply; if none does, this one is.
 */
export class HeldReply {
  readonly #clock: Clock;
  readonly #holdMs: number;
  readonly #believe: (held: Held) => void;
  #held: Held | undefined;
  #cancel: () => void = () => {};

  constructor(clock: Clock, holdMs: number, believe: (held: Held) => void) {
    this.#clock = clock;
    this.#holdMs = holdMs;
    this.#believe = believe;
  }

  /** Gives the line that was held before, which is then a stray. */
  hold(held: Held): Held | undefined {
    const before = this.drop();
    this.#held = held;
    this.#cancel = this.#clock.after(this.#holdMs, () => this.believe());
    return before;
  }

  /** Nothing better will come. True where a line was held. */
  believe(): boolean {
    const held = this.drop();
    if (held === undefined) return false;
    this.#believe(held);
    return true;
  }

  drop(): Held | undefined {
    this.#cancel();
    const held = this.#held;
    this.#held = undefined;
    return held;
  }
}
