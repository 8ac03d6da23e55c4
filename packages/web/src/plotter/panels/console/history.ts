import { loadText, saveText } from '../../../ui/storage.ts';

const storageKey = 'stationery.plotter.history';
const most = 100;

/** Commands sent from this browser, oldest first. `at` is the position in it; the end is the current input. */
export class History {
  #lines: string[] = read();
  #at = this.#lines.length;
  #unsent = '';

  add(line: string): void {
    this.#lines = [...this.#lines.filter((other) => other !== line), line].slice(-most);
    this.#at = this.#lines.length;
    saveText(storageKey, JSON.stringify(this.#lines));
  }

  /** The previous or next line; undefined at the ends. */
  walk(step: -1 | 1, written: string): string | undefined {
    if (this.#at === this.#lines.length) this.#unsent = written;
    const at = this.#at + step;
    if (at < 0 || at > this.#lines.length) return undefined;
    this.#at = at;
    return this.#lines[at] ?? this.#unsent;
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(loadText(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
