import type { PlainLinkReason } from '@stationery/contract';
import type { StatusReply } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import { Pending } from './pending.ts';

/** A line for the machine, answered with `ok` or a refusal. */
export interface Step {
  readonly text: string;
  /**
   * Beginning of the answer, if the line is a question, which proves that all earlier lines were answered. Other
   * replies name no line, so only questions show whether a reply was lost or repeated.
   */
  readonly answer?: string;
  /** Whether the line certainly takes a block in the planner. */
  readonly isBlock?: true;
  /** Time that the machine itself waits. */
  readonly dwellMs?: number;
}

export interface Translation {
  readonly steps: readonly Step[];
  /** Sent alone, after all earlier commands were carried out; later commands wait until it was, too. */
  readonly isAlone?: true;
  /** How the driver determines that a command with `isAlone` was carried out. Omitted: by its last `ok`. */
  readonly ending?: 'report' | 'rest' | 'restart';
  /** Set if nothing is sent. */
  readonly refusal?: string;
}

export class StepTask extends Pending {
  translation: Translation | undefined;
  /** The lines to send; after a refusal, only those that were sent. */
  steps: readonly Step[] = [];
  sent = 0;
  answered = 0;
  refusal: string | undefined;
  /** Whether all lines were answered and the driver is checking whether the command was carried out. */
  isEnding = false;
  isDone = false;
  reported: StatusReply | undefined;
  /** Set if the command timed out and the machine may still be carrying it out. */
  overdue: PlainLinkReason | undefined;
  #last: string | undefined;

  get isWritten(): boolean {
    return this.translation !== undefined && this.sent === this.steps.length;
  }

  /** Whether the machine has answered all lines of the command. */
  get isTaken(): boolean {
    return this.isWritten && this.answered >= this.sent && !this.isEnding;
  }

  get isAlone(): boolean {
    return this.translation?.isAlone === true;
  }

  get isKnown(): boolean {
    const isEnded = this.translation?.ending === undefined || this.isDone || this.refusal !== undefined;
    return this.isTaken && isEnded;
  }

  /** Adds a last line other than `ok`. */
  takeLast(line: string): void {
    if (isOurCommand(this.command)) this.take(line);
    else this.#last = line;
  }

  /** The acknowledgement in Stationery's language; for raw lines, the machine's last line. */
  get terminalLine(): string {
    if (this.refusal !== undefined) return this.refusal;
    return isOurCommand(this.command) ? acknowledgementOf(this.command) : (this.#last ?? 'ok');
  }
}
