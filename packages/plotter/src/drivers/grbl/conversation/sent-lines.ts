import type { Step } from '../language/grbl-language.ts';
import type { Task } from './task.ts';

/** A line in flight and its command; undefined for a barrier of the driver. */
export interface SentLine {
  readonly task: Task | undefined;
  readonly step: Step;
  /** The question was answered; its `ok` is due. */
  isHeard: boolean;
}

/** Lines in flight, in order, and their bytes in the machine's receive buffer. */
export class SentLines {
  #lines: SentLine[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get first(): SentLine | undefined {
    return this.#lines[0];
  }

  /** One line may always be sent, even if longer than the buffer. */
  hasRoomFor({ text }: Step, receiveBytes: number): boolean {
    return this.isEmpty || this.#bytes + text.length + 1 <= receiveBytes;
  }

  add(task: Task | undefined, step: Step): void {
    this.#lines.push({ task, step, isHeard: false });
    this.#bytes += step.text.length + 1;
  }

  /** Removes the first line, because it was answered or its reply was lost. */
  takeFirst(): SentLine | undefined {
    const first = this.#lines.shift();
    if (first !== undefined) this.#bytes -= first.step.text.length + 1;
    return first;
  }

  /**
   * A question was answered. Lines are answered in order, so returns the earlier ones, whose replies were lost.
   * Returns undefined if the line answers no question.
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
