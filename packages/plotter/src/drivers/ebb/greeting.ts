import type { PlainLinkReason } from '@stationery/contract';
import { type Clock, sleep } from '@stationery/core';
import { firmwareVersionIn, isAtLeast } from './firmware-version.ts';
import type { Plotting } from './plotting.ts';
import type { Board } from './protocol/board.ts';
import { NoReply } from './protocol/board-line.ts';

export interface GreetingParts {
  clock: Clock;
  board: Board;
  plotting: Plotting;
  /** This is no board for this driver; it is asked again where that may change. */
  isNot: (reason: PlainLinkReason) => void;
}

const identifyMs = 1500;
const identifyAgainMs = 5000;
const oldest = [2, 4, 4] as const;

/** Finds out who is there, without anything that could move a machine of another kind. */
export class Greeting {
  readonly #parts: GreetingParts;
  #firmware: string | null = null;
  /** The last line that came. */
  #heard = '';
  #isDone = false;

  constructor(parts: GreetingParts) {
    this.#parts = parts;
  }

  get firmware(): string | null {
    return this.#firmware;
  }

  /** Whether the connected board was greeted. Until then, a missing mark does not mean a restart. */
  get isDone(): boolean {
    return this.#isDone;
  }

  forget(): void {
    this.#firmware = null;
  }

  /** A port was opened. */
  opened(): void {
    this.#heard = '';
  }

  received(line: string): void {
    this.#heard = line.slice(0, 100);
  }

  /** Gives whether the board is at rest and can be used. `ended`: something else has happened. */
  async run(ended: AbortSignal): Promise<boolean> {
    const { board, plotting, isNot } = this.#parts;
    this.#isDone = false;
    const said = await this.#identify(ended);
    if (ended.aborted) return false;
    const version = firmwareVersionIn(said)!;
    this.#firmware = version.join('.');
    if (!isAtLeast(version, oldest)) {
      isNot({ code: 'firmware-too-old', firmware: this.#firmware, needed: oldest.join('.') });
      return false;
    }
    board.version = version;
    await board.begin();
    await plotting.begin(() => !ended.aborted);
    this.#isDone = !ended.aborted;
    return this.#isDone;
  }

  async #identify(ended: AbortSignal): Promise<string> {
    const { clock, board, isNot } = this.#parts;
    for (;;) {
      try {
        return await board.line.identify((text) => firmwareVersionIn(text) !== undefined, identifyMs);
      } catch (error) {
        if (!(error instanceof NoReply) || error.kind === 'ended') throw error;
        if (!ended.aborted) isNot({ code: 'wrong-machine', driver: 'ebb', heard: this.#heard });
        await sleep(clock, identifyAgainMs, ended);
      }
    }
  }
}
