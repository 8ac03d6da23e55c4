import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { isUnlisted } from './file-name.ts';

/** Above 16,384 pending events (default) the kernel silently drops some. Stay well below. */
const maxReports = 4_096;

/** Collects the names that the kernel reports as changed. They only hint at what to read again. */
export class CardWatcher {
  #watcher: FSWatcher | undefined;
  #touched = new Set<string>();
  #reportCount = 0;
  #onTouched: () => void;

  constructor(onTouched: () => void) {
    this.#onTouched = onTouched;
  }

  /** False if the folder cannot be watched and must be read completely every time. */
  get working(): boolean {
    return this.#watcher !== undefined;
  }

  watch(path: string): void {
    this.close();
    try {
      const own = Buffer.from(basename(path));
      const watcher = watch(path, { encoding: 'buffer', persistent: false }, (event, name) => {
        // The folder itself was removed or unmounted; the path now refers to a different folder.
        if (event === 'rename' && name !== null && own.equals(name)) this.close();
        // Reports may be lost, or one has no name: read the whole folder.
        if (++this.#reportCount > maxReports || name === null) this.close();
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

  /** Names (latin1) since the last call. Hidden names only count as reports. */
  take(): { touched: Set<string>; reportCount: number } {
    const taken = { touched: this.#touched, reportCount: this.#reportCount };
    this.#touched = new Set();
    this.#reportCount = 0;
    return taken;
  }

  /** Returns names that could not be read to the set of changed names. */
  putBack(names: ReadonlySet<string>): void {
    for (const name of names) this.#touched.add(name);
    this.#reportCount += names.size;
  }

  close(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
  }
}
