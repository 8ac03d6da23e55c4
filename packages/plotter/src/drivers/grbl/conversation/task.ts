import type { PlainLinkReason } from '@stationery/contract';
import { Pending } from '../../kernel/pending.ts';
import { acknowledgementOf, isOurCommand } from '../../language/our-language.ts';
import type { SendOptions } from '../../link.ts';
import type { Step, Translation } from '../language/grbl-language.ts';

/** A command and the lines that it is sent as. */
export class Task extends Pending {
  /** A caller waits until it was carried out, so a proof of that is sent right after it. */
  readonly isAwaited: boolean;
  /** Set when it starts. */
  translation: Translation | undefined;
  steps: readonly Step[] = [];
  sent = 0;
  answered = 0;
  /** The line with which the machine refused it. */
  refusal: string | undefined;
  /** A status report as part of its reply: not requested, requested or received. */
  report: 'none' | 'wanted' | 'here' = 'none';
  /** Number of consecutive reports at rest, for a line whose end is not shown otherwise. */
  rests = 0;
  isDone = false;
  /** It timed out, and the machine may still be carrying it out. */
  overdue: PlainLinkReason | undefined;
  #last: string | undefined;

  constructor(command: string, options: SendOptions, isAwaited: boolean) {
    super(command, options);
    this.isAwaited = isAwaited;
  }

  /** Its last line was sent. */
  get isWritten(): boolean {
    return this.translation !== undefined && (this.sent === this.steps.length || this.refusal !== undefined);
  }

  /** The machine has answered all its lines. */
  get isTaken(): boolean {
    return this.isWritten && this.answered === this.sent && this.report !== 'wanted';
  }

  /** Nothing else is sent until it was carried out. */
  get isAlone(): boolean {
    const { translation } = this;
    return translation !== undefined && translation.kind !== 'lines' && translation.kind !== 'refused';
  }

  /** Its reply is complete. */
  get isKnown(): boolean {
    return this.isTaken && (this.isDone || this.refusal !== undefined || !this.isAlone);
  }

  /** Adds a last line other than `ok`. */
  takeLast(line: string): void {
    this.report = 'here';
    if (isOurCommand(this.command)) this.take(line);
    else this.#last = line;
  }

  /** The acknowledgement of our language for its commands; for raw lines the machine's last line. */
  get terminalLine(): string {
    if (this.refusal !== undefined) return this.refusal;
    return isOurCommand(this.command) ? acknowledgementOf(this.command) : (this.#last ?? 'ok');
  }
}
