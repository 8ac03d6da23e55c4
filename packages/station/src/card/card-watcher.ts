import { type FSWatcher, watch } from 'node:fs';
import { type DiskKey, folderPath, isUnreadableFolder } from './card-scan.ts';
import { isUnlisted } from './file-name.ts';

/** Above 16,384 pending events (default) the kernel silently drops some. */
const maxReports = 4_096;

/** The names that the kernel reports as changed only hint at what to read again. */
export class CardWatcher {
  #path = '';
  /** By folder; `''` is the card itself. */
  readonly #watchers = new Map<DiskKey, FSWatcher>();
  #touched = new Set<DiskKey>();
  #left = new Set<DiskKey>();
  #reportCount = 0;
  readonly #onTouched: () => void;

  constructor(onTouched: () => void) {
    this.#onTouched = onTouched;
  }

  /** False if the card cannot be watched and must be read completely every time. */
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
        // Reports may be lost, or one has no name: read the whole folder.
        if (++this.#reportCount > maxReports || name === null) this.close();
        const key = name?.toString('latin1');
        if (key !== undefined && !isUnlisted(key)) this.#touched.add(prefix + key);
        this.#onTouched();
      });
      watcher.on('error', () => this.close());
      this.#watchers.set(folder, watcher);
    } catch (error) {
      // Files of an unreadable folder are not listed either; its parent reports when it becomes readable.
      if (folder === '' || !isUnreadableFolder(error)) this.close();
    }
  }

  #unwatch(folder: DiskKey): void {
    for (const [key, watcher] of this.#watchers) {
      // Folders inside have moved too, without a report.
      if (key !== folder && !key.startsWith(`${folder}/`)) continue;
      watcher.close();
      this.#watchers.delete(key);
    }
    this.#touched.add(folder);
    this.#left.add(folder);
  }

  /** Hidden names are only counted. */
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
