import { type FSWatcher, watch } from 'node:fs';
import { type DiskKey, folderPath, isUnreadableFolder } from './card-scan.ts';
import { isUnlisted } from './file-name.ts';

/**
 * Maximum number of reports until the card is read completely. The kernel silently drops events above 16,384
 * pending ones (default).
 */
const maxReports = 4_096;

/** Watches the card for changes. The names that the kernel reports are only hints at what to read again. */
export class CardWatcher {
  #path = '';
  /** Watchers by folder; `''` is the card itself. */
  readonly #watchers = new Map<DiskKey, FSWatcher>();
  #touched = new Set<DiskKey>();
  #left = new Set<DiskKey>();
  #reportCount = 0;
  readonly #onTouched: () => void;

  constructor(onTouched: () => void) {
    this.#onTouched = onTouched;
  }

  /** Whether the card is watched. If not, it must be read completely every time. */
  get working(): boolean {
    return this.#watchers.has('');
  }

  isWatched(folder: DiskKey): boolean {
    return this.#watchers.has(folder);
  }

  watch(path: string): void {
    this.close();
    this.#path = path;
    this.watchFolder('');
  }

  watchFolder(folder: DiskKey): void {
    if (this.#watchers.has(folder)) return;
    const path = folderPath(this.#path, folder);
    const own = path.subarray(path.lastIndexOf('/') + 1);
    const prefix = folder === '' ? '' : `${folder}/`;
    try {
      const watcher = watch(path, { encoding: 'buffer', persistent: false }, (event, name) => {
        // The folder itself was removed, moved or unmounted; the path now refers to a different folder.
        if (event === 'rename' && name !== null && own.equals(name)) {
          if (folder === '') this.close();
          else this.#unwatch(folder);
        }
        // Reports may have been lost, or this one has no name. Stop watching, so that the whole card is read.
        if (++this.#reportCount > maxReports || name === null) this.close();
        const key = name?.toString('latin1');
        if (key !== undefined && !isUnlisted(key)) this.#touched.add(prefix + key);
        this.#onTouched();
      });
      watcher.on('error', () => this.close());
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // Keep watching if only this folder is unreadable. Its files are not listed, and its parent reports when
      // it becomes readable.
      if (folder === '' || !isUnreadableFolder(error)) this.close();
    }
  }

  #unwatch(folder: DiskKey): void {
    for (const [key, watcher] of this.#watchers) {
      // Also forget the folders inside, which have moved too without a report.
      if (key !== folder && !key.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watchers.delete(key);
    }
    this.#touched.add(folder);
    this.#left.add(folder);
  }

  /** Returns the changes since the last call. Hidden names are only counted. */
  take(): { touched: Set<DiskKey>; left: Set<DiskKey>; reportCount: number } {
    const taken = { touched: this.#touched, left: this.#left, reportCount: this.#reportCount };
    this.#touched = new Set();
    this.#left = new Set();
    this.#reportCount = 0;
    return taken;
  }

  putBack(names: ReadonlySet<DiskKey>): void {
    for (const name of names) this.#touched.add(name);
    this.#reportCount += names.size;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }
}
