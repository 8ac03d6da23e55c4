import { bufferedLines, type FirmwareError } from '../../lines/grammar.ts';
import type { ReadLine } from './line-reader.ts';

/** Lines that will not be carried out are only counted. */
export type Waiting =
  | ReadLine
  | { kind: 'thrown-away'; error: FirmwareError; count: number }
  | { kind: 'stop' };

const busy: FirmwareError = { code: 'BUSY', text: 'the input buffer is full' };
const stopped: FirmwareError = { code: 'STOPPED', text: 'not begun' };

export class InputBuffer {
  #entries: Waiting[] = [];
  size = 0;

  add(line: ReadLine): void {
    if (this.size < bufferedLines) {
      this.#entries.push(line);
      this.size++;
    } else {
      this.#throwAway(busy, 1);
    }
  }

  /** There is always room for a stop. Entries before it will not be carried out. */
  addStop(): void {
    const waiting = this.#entries;
    this.#entries = [];
    this.size = 0;
    for (const entry of waiting) {
      if (entry.kind === 'line' || entry.kind === 'bad') this.#throwAway(stopped, 1);
      else if (entry.kind === 'stop') this.#entries.push(entry);
      else this.#throwAway(entry.error, entry.count);
    }
    this.#entries.push({ kind: 'stop' });
  }

  take(): Waiting | undefined {
    const [first] = this.#entries;
    if (first?.kind === 'thrown-away' && first.count > 1) {
      first.count--;
      return first;
    }
    this.#entries.shift();
    if (first?.kind === 'line' || first?.kind === 'bad') this.size--;
    return first;
  }

  clear(): void {
    this.#entries = [];
    this.size = 0;
  }

  #throwAway(error: FirmwareError, count: number): void {
    const last = this.#entries.at(-1);
    if (last?.kind === 'thrown-away' && last.error === error) last.count += count;
    else this.#entries.push({ kind: 'thrown-away', error, count });
  }
}
