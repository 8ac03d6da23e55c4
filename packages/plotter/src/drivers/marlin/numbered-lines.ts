import { type SentLine, SentLines } from '../kernel/ledger.ts';
import type { Step, StepTask } from '../kernel/step-task.ts';

/**
 * Fewer lines than Marlin queues (4), so that it reads a stop at once even without its emergency parser, and fewer
 * bytes than its receive buffer.
 */
const room = { lines: 2, bytes: () => 96, extraBytes: 12 };

/** Lines that arrived damaged are sent again, one at a time. */
export class NumberedLines extends SentLines {
  #number = 0;
  #again = 0;
  /** Whether the next `ok` belongs to a resend request and answers no line. */
  #isOkVoid = false;

  constructor() {
    super(room);
  }

  get oldestNumber(): number {
    return this.#number - this.size + 1;
  }

  override hasRoomFor(step: Step): boolean {
    return this.#again === 0 && super.hasRoomFor(step);
  }

  override send(task: StepTask | undefined, step: Step): string {
    super.send(task, step);
    return numbered(++this.#number, step);
  }

  override takeOldest(): SentLine | undefined {
    const line = super.takeOldest();
    this.#again = Math.min(this.#again, this.size);
    return line;
  }

  /** Call for each `ok`. Returns whether it ends a resend request and answers no line. */
  isVoid(): boolean {
    const isVoid = this.#isOkVoid;
    this.#isOkVoid = false;
    return isVoid;
  }

  /** The machine wants this line and all later ones again. Returns false if it has already answered the line. */
  wantAgain(number: number): boolean {
    this.#isOkVoid = true;
    this.#again = Math.max(this.#again, Math.min(this.size, this.#number - number + 1));
    return number > this.#number || (this.size > 0 && number >= this.oldestNumber);
  }

  /** The text of the next line to send again, if all lines before it were answered. */
  nextAgain(): string | undefined {
    if (this.#again === 0 || this.#again < this.size) return undefined;
    this.#again--;
    return numbered(this.oldestNumber, this.oldest!.step);
  }

  /** The machine counts from 0 again (`M110 N0`). */
  override clear(): void {
    super.clear();
    this.#number = 0;
    this.#again = 0;
    this.#isOkVoid = false;
  }
}

/** `N3 G1 X10*71`: the checksum is the XOR of all bytes before the `*`. */
function numbered(number: number, step: Step): string {
  const text = `N${number} ${step.text}`;
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at);
  return `${text}*${sum}`;
}
