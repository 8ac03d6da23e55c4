import { Pending } from '../kernel/pending.ts';
import type { Told } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import type { SendOptions } from '../link.ts';
import type { Translation } from './marlin-language.ts';

/** A command and the lines that it is sent as. */
export class Task extends Pending {
  /** A caller waits until it was carried out: a proof of that is sent right behind it. */
  readonly isAwaited: boolean;
  /** Set when its turn has come. */
  translation: Translation | undefined;
  sent = 0;
  answered = 0;
  refusal: string | undefined;
  /** A question behind it was answered. */
  isProven = false;
  /** Where the machine stood at its end, if it said so. */
  told: Told | undefined;
  /** Its time is over, and the machine may still be busy with it. */
  isOverdue = false;

  constructor(command: string, options: SendOptions, isAwaited: boolean) {
    super(command, options);
    this.isAwaited = isAwaited;
  }

  get isWritten(): boolean {
    return this.translation !== undefined && this.sent === this.translation.steps.length;
  }

  /** The machine has answered all of its lines. */
  get isTaken(): boolean {
    return this.isWritten && this.answered >= this.sent;
  }

  get terminalLine(): string {
    if (this.refusal !== undefined) return this.refusal;
    return isOurCommand(this.command) ? acknowledgementOf(this.command) : 'ok';
  }
}
