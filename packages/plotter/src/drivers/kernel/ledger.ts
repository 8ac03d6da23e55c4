import type { Step, StepTask } from './step-task.ts';

/** Unanswered lines or commands, in order. Machines answer in this order. */
export class Ledger<T> {
  #entries: T[] = [];

  get entries(): readonly T[] {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  get oldest(): T | undefined {
    return this.#entries[0];
  }

  add(entry: T): void {
    this.#entries.push(entry);
  }

  takeOldest(): T | undefined {
    return this.#entries.shift();
  }

  take(count: number): T[] {
    return this.#entries.splice(0, count);
  }

  drop(unwanted: (entry: T) => boolean): void {
    this.#entries = this.#entries.filter((entry) => !unwanted(entry));
  }
}

/** A line in flight and its command; undefined for a barrier of the driver. */
export interface SentLine {
  readonly task: StepTask | undefined;
  readonly step: Step;
  /** Whether the question was answered and its `ok` is due. */
  isHeard: boolean;
}

export interface Room {
  bytes: () => number;
  lines?: number;
  /** Bytes sent in addition to the text of a line. */
  extraBytes: number;
}

/** Lines in flight, which must fit into the machine's receive buffer. */
export class SentLines extends Ledger<SentLine> {
  readonly #room: Room;

  constructor(room: Room) {
    super();
    this.#room = room;
  }

  /** Whether the line may be sent. A single line always may, even if it is longer than the buffer. */
  hasRoomFor({ text }: Step): boolean {
    const { bytes, lines = Number.POSITIVE_INFINITY, extraBytes } = this.#room;
    if (this.size === 0) return true;
    let sum = text.length + extraBytes;
    for (const { step } of this.entries) sum += step.text.length + extraBytes;
    return this.size < lines && sum <= bytes();
  }

  /** Records the line as sent. Returns the text to write. */
  send(task: StepTask | undefined, step: Step): string {
    this.add({ task, step, isHeard: false });
    return step.text;
  }

  /** Returns the lines before the question that this line answers. Their replies were lost. */
  heard(line: string): SentLine[] | undefined {
    const at = this.entries.findIndex(
      ({ step, isHeard }) => step.answer !== undefined && !isHeard && line.startsWith(step.answer),
    );
    if (at < 0) return undefined;
    const lost = this.take(at);
    this.oldest!.isHeard = true;
    return lost;
  }

  clear(): void {
    this.take(this.size);
  }
}
