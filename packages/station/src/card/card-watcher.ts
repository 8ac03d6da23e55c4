import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { isUnlisted } from './unlisted-name.ts';

/** The system drops what it has to tell when it has too much of it (16,384 by default), and nobody is told so. */
const believable = 4_096;

/**
 * Notes which names in a folder were touched. The notes are only hints of what to look at again: what is
 * true is read from the folder.
 */
export class CardWatcher {
  #watcher: FSWatcher | undefined;
  #touched = new Set<string>();
  #told = 0;
  #onTouched: () => void;

  constructor(onTouched: () => void) {
    this.#onTouched = onTouched;
  }

  /** False where the system cannot watch: then everything has to be looked at every time. */
  get working(): boolean {
    return this.#watcher !== undefined;
  }

  watch(path: string): void {
    this.close();
    try {
      const own = Buffer.from(basename(path));
      const watcher = watch(path, { encoding: 'buffer', persistent: false }, (event, name) => {
        // The folder speaks of itself when it is removed or unmounted: what is there now is another one.
        if (event === 'rename' && name !== null && own.equals(name)) this.close();
        // So much at once that some of it may be lost, or something without a name: everything has to be looked at.
        if (++this.#told > believable || name === null) this.close();
        const key = name?.toString('latin1');
        if (key !== undefined && !isUnlisted(key)) this.#touched.add(key);
        this.#onTouched();
      });
      watcher.on('error', () => this.close());
      this.#watcher = watcher;
    } catch {
      this.#watcher = undefined;
    }
  }

  /**
   * The names touched since the last call, as latin1 text of their bytes, and how often the system reported
   * anything: also of hidden names, which are no files but change the folder.
   */
  take(): { touched: Set<string>; told: number } {
    const taken = { touched: this.#touched, told: this.#told };
    this.#touched = new Set();
    this.#told = 0;
    return taken;
  }

  /** Puts back what could not be looked at. */
  putBack(names: ReadonlySet<string>): void {
    for (const name of names) this.#touched.add(name);
    this.#told += names.size;
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
