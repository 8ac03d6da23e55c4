import type { Step } from '../language/grbl-language.ts';
import type { Task } from './task.ts';

/** A line on its way, and whose it is; undefined for a barrier of our own. */
export interface SentLine {
  readonly task: Task | undefined;
  readonly step: Step;
  /** The answer of a question came; its `ok` is still to come. */
  isHeard: boolean;
}

/** The lines that the machine has not answered yet, in their order, and the bytes that they take in its receive buffer. */
export class SentLines {
  #lines: SentLine[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get first(): SentLine | undefined {
    return this.#lines[0];
  }

  /** One line is always sent: it may be longer than the buffer. */
  hasRoomFor({ text }: Step, receiveBytes: number): boolean {
    return this.isEmpty || this.#bytes + text.length + 1 <= receiveBytes;
  }

  add(task: Task | undefined, step: Step): void {
    this.#lines.push({ task, step, isHeard: false });
    this.#bytes += step.text.length + 1;
  }

  /** The first one was answered, or its reply was lost. */
  takeFirst(): SentLine | undefined {
    const first = this.#lines.shift();
    if (first !== undefined) this.#bytes -= first.step.text.length + 1;
    return first;
  }

  /**
   * The answer of a question has come. Lines are answered in order: gives those before it, whose replies were lost.
   * Undefined: it answers no question.
   */
  heard(line: string): SentLine[] | undefined {
    const at = this.#lines.findIndex(
      ({ step, isHeard }) => step.answer !== undefined && !isHeard && line.startsWith(step.answer),
    );
    if (at < 0) return undefined;
    const lost = Array.from({ length: at }, () => this.takeFirst()!);
    this.#lines[0]!.isHeard = true;
    return lost;
  }

  clear(): void {
    this.#lines = [];
    this.#bytes = 0;
  }
}
