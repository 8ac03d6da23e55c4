import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { isUnlisted } from './unlisted-name.ts';

/** With too many reports at once (16,384 by default) the kernel drops some without saying so. Stay well below. */
const mostReports = 4_096;

/**
 * Collects the names in a folder that the kernel reports as changed. They are only hints about what to read again.
 */
export class CardWatcher {
  #watcher: FSWatcher | undefined;
  #touched = new Set<string>();
  #reportCount = 0;
  #onTouched: () => void;

  constructor(onTouched: () => void) {
    this.#onTouched = onTouched;
  }

  /** False if the folder cannot be watched: then all of it must be read every time. */
  get working(): boolean {
    return this.#watcher !== undefined;
  }

  watch(path: string): void {
    this.close();
    try {
      const own = Buffer.from(basename(path));
      const watcher = watch(path, { encoding: 'buffer', persistent: false }, (event, name) => {
        // A report about the folder itself: it was removed or unmounted, and this path is another folder now.
        if (event === 'rename' && name !== null && own.equals(name)) this.close();
        // Reports may have been lost, or one has no name: all of the folder must be read.
        if (++this.#reportCount > mostReports || name === null) this.close();
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
  take(): { touched: Set<string>; reportCount: number } {
    const taken = { touched: this.#touched, reportCount: this.#reportCount };
    this.#touched = new Set();
    this.#reportCount = 0;
    return taken;
  }

  /** Returns names that could not be read. */
  putBack(names: ReadonlySet<string>): void {
    for (const name of names) this.#touched.add(name);
    this.#reportCount += names.size;
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
