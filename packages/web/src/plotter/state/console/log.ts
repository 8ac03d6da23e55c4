import { signal } from '@preact/signals';
import { loadText, saveText } from '../../../ui/storage.ts';

interface LogLine {
  kind: 'out' | 'in' | 'notice' | 'failed';
  text: string;
  /** Whether a job was running at the time of the line. */
  ofJob: boolean;
}

type NumberedLine = LogLine & { id: number };

interface LogContent {
  lines: readonly NumberedLine[];
  dropped: number;
}

/** Limits memory if a job has a million lines. */
const maxLines = 400;
/** Lines arrive faster than they can be painted. */
const batchMs = 60;
const storageKey = 'stationery.plotter.job-lines';

class ConsoleLog {
  readonly content = signal<LogContent>({ lines: [], dropped: 0 });
  readonly showsJobLines = signal(loadText(storageKey) === 'yes');
  #arrived: NumberedLine[] = [];
  #lastId = 0;
  #dropped = 0;
  #isScheduled = false;

  setShowsJobLines(value: boolean): void {
    this.showsJobLines.value = value;
    saveText(storageKey, value ? 'yes' : 'no');
  }

  add(line: LogLine): void {
    if (line.text === '' || (line.ofJob && !this.showsJobLines.peek())) return;
    this.#arrived.push({ ...line, id: ++this.#lastId });
    if (this.#arrived.length > maxLines) {
      this.#dropped += this.#arrived.length - maxLines;
      this.#arrived = this.#arrived.slice(-maxLines);
    }
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => this.#show(), batchMs);
  }

  clear(): void {
    this.#arrived = [];
    this.content.value = { lines: [], dropped: 0 };
  }

  #show(): void {
    this.#isScheduled = false;
    const { lines: before, dropped } = this.content.peek();
    const all = [...before, ...this.#arrived];
    const lines = all.slice(-maxLines);
    this.content.value = { lines, dropped: dropped + this.#dropped + all.length - lines.length };
    this.#arrived = [];
    this.#dropped = 0;
  }
}

export const consoleLog = new ConsoleLog();
