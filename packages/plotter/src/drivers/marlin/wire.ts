import type { Step } from './marlin-language.ts';
import type { Task } from './task.ts';

/** A line that the machine has not answered, and whose it is; undefined for a barrier of the driver. */
export interface SentLine {
  readonly task: Task | undefined;
  readonly step: Step;
  readonly number: number;
  isWritten: boolean;
  /** The answer of a question came; its `ok` is still to come. */
  isHeard: boolean;
}

/**
 * Fewer lines than Marlin queues (4), so that it reads a stop at once even without its emergency parser, and fewer bytes
 * than its receive buffer.
 */
const maxLines = 2;
const maxBytes = 96;

/** Lines with numbers and checksums. A line that arrived damaged is sent again, and then one line at a time. */
export class Wire {
  readonly #write: (text: string) => void;
  #lines: SentLine[] = [];
  #number = 0;
  /** The next `ok` ends a request to send again, and answers no line. */
  #isOkVoid = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get first(): SentLine | undefined {
    return this.#lines[0];
  }

  /** Whether a new line may be sent: nothing waits to be sent again, and the machine has room. */
  hasRoomFor(text: string): boolean {
    if (this.isEmpty) return true;
    const bytes = this.#lines.reduce((sum, { step }) => sum + step.text.length + 12, text.length + 12);
    return (
      this.#lines.length < maxLines && bytes <= maxBytes && this.#lines.every(({ isWritten }) => isWritten)
    );
  }

  send(task: Task | undefined, step: Step): void {
    const line = { task, step, number: ++this.#number, isWritten: true, isHeard: false };
    this.#lines.push(line);
    this.#write(numbered(line));
  }

  /** An `ok` came. Gives the line that it answers, if it answers one. */
  ok(): SentLine | 'void' | undefined {
    if (this.#isOkVoid) {
      this.#isOkVoid = false;
      return 'void';
    }
    const [first] = this.#lines;
    if (first?.step.isQuestion && !first.isHeard) return undefined;
    this.#lines.shift();
    return first;
  }

  /** The answer to a question came. Gives the lines before it, whose replies were lost; undefined if none was asked. */
  heardAnswer(): SentLine[] | undefined {
    const at = this.#lines.findIndex(({ step, isHeard }) => step.isQuestion && !isHeard);
    if (at < 0) return undefined;
    this.#lines[at]!.isHeard = true;
    return this.#lines.splice(0, at);
  }

  /** The machine wants this line and those behind it again. False: it wants one that it has answered. */
  wantAgain(number: number): boolean {
    this.#isOkVoid = true;
    for (const line of this.#lines) if (line.number >= number) line.isWritten = false;
    return number > this.#number || (this.#lines[0] !== undefined && number >= this.#lines[0].number);
  }

  /** Sends the next line that was wanted again, if all before it were answered. Gives whether there was one. */
  sendAgain(): boolean {
    const [line] = this.#lines;
    if (line === undefined || line.isWritten) return false;
    line.isWritten = true;
    this.#write(numbered(line));
    return true;
  }

  /** Forgets everything; the machine counts from 0 again (`M110 N0`). */
  clear(): void {
    this.#lines = [];
    this.#number = 0;
    this.#isOkVoid = false;
  }
}

/** `N3 G1 X10*71`: the checksum is the XOR of all bytes before the `*`. */
function numbered({ number, step }: SentLine): string {
  const text = `N${number} ${step.text}`;
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum ^= text.charCodeAt(at);
  return `${text}*${sum}`;
}
