import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import type { CardFolder, FolderState } from './card-folder.ts';
import type { CardIndex, IndexChange } from './card-index.ts';
import { type DiskKey, isCollection } from './card-scan.ts';
import { CardWatcher } from './card-watcher.ts';
import { inSlices } from './in-slices.ts';
import { removeLeftovers } from './upload/temporary-name.ts';

/** Number of changes written before yielding to the event loop. */
const sliceOfChanges = 500;

interface CardSyncDeps {
  folder: CardFolder;
  index: CardIndex;
  uploading: { has(name: string): boolean };
  /** Completes changes interrupted by a crash. Returns the temporary files to keep. */
  finishPendingRenames: (now: FolderState) => Promise<ReadonlySet<string>>;
  onTouched: () => void;
  onChange: (changes: IndexChange[]) => void;
  /** Called for a file that became shorter while the card was not in use, perhaps by a power cut. */
  onShorter: (file: FileFacts, expectedBytes: number) => void;
}

/** Keeps the index up to date with the card. If the kernel reports every change, only the reported names are read. */
export class CardSync {
  readonly #deps: CardSyncDeps;
  readonly #watcher: CardWatcher;
  #seen: FolderState | undefined;
  /** Files removed by the station, until the kernel reports the removal. */
  readonly #removed = new Set<DiskKey>();

  constructor(deps: CardSyncDeps) {
    this.#deps = deps;
    this.#watcher = new CardWatcher(deps.onTouched);
  }

  close(): void {
    this.#watcher.close();
  }

  /** Call before the station removes a file, so that the kernel's report of the removal is expected. */
  expectRemoval(key: DiskKey): void {
    this.#removed.add(key);
  }

  startOver(): void {
    this.#seen = undefined;
  }

  async refresh(): Promise<FolderState> {
    try {
      const now = await this.#deps.folder.inspect();
      // Let the watcher receive everything that the kernel reported before the inspection.
      await nextTurn();
      this.#seen = { ...now, modifiedNs: await this.#applyChanges(now) };
      return now;
    } catch (error) {
      this.#seen = undefined;
      throw error;
    }
  }

  /** Updates the index. Returns the modification time of the folder that the index reflects. */
  async #applyChanges(now: FolderState): Promise<bigint> {
    const { folder, uploading, finishPendingRenames } = this.#deps;
    const seen = this.#seen;
    const isWatched = seen?.identity === now.identity && this.#watcher.working;
    if (!isWatched) {
      this.#removed.clear();
      this.#watcher.watch(folder.path);
      const staying = await finishPendingRenames(now);
      await removeLeftovers(folder.path, { has: (name) => staying.has(name) || uploading.has(name) });
    }
    const { touched, left, reportCount } = this.#watcher.take();
    const changed = seen?.modifiedNs !== now.modifiedNs;
    if (isWatched && reportCount === 0 && !changed) return now.modifiedNs;

    try {
      // If the folder changed without a report, watching is unreliable and the whole folder is read.
      const areReportsEnough = isWatched && now.watching !== 'in part' && (reportCount > 0 || !changed);
      if (areReportsEnough) {
        // Read the time after taking the reports, so that the next refresh does not count these changes again.
        const modifiedNs = await folder.modifiedNs();
        if (left.size === 0 && (await this.#applyReported(now, touched))) return modifiedNs;
      }
      for (const key of left) touched.delete(key);
      await this.#applyWholeFolder(now, isWatched ? touched : undefined);
      return now.modifiedNs;
    } catch (error) {
      this.#watcher.putBack(touched);
      throw error;
    }
  }

  /** Returns false if the reported names do not identify the changes. */
  async #applyReported(now: FolderState, touched: ReadonlySet<DiskKey>): Promise<boolean> {
    const { folder, index } = this.#deps;
    // A reported name that the index lacks may be a different spelling of a changed or removed file.
    const unknown = [...touched].filter((key) => !index.has(key) && !this.#removed.delete(key));
    if (now.watching === 'by any name' && unknown.length > 0) return false;
    // If a folder was added, removed or moved, the whole card is read.
    let isFolderTouched = [...touched].some((key) => this.#watcher.isWatched(key) || isCollection(key));
    const found = await folder.facts(touched, () => {
      isFolderTouched = true;
    });
    if (isFolderTouched) return false;
    const gone = new Set([...touched].filter((key) => index.has(key) && !found.has(key)));
    const isAlias = (key: DiskKey, { name }: FileFacts) => {
      if (index.has(key)) return false;
      const namesake = index.findKey(name);
      return namesake !== undefined && !gone.has(namesake);
    };
    for (const [key, facts] of found) if (isAlias(key, facts)) return false;
    await this.#reconcile(now, [...gone], found);
    return true;
  }

  async #applyWholeFolder(now: FolderState, reported: ReadonlySet<DiskKey> | undefined): Promise<void> {
    const { folder, index, onShorter } = this.#deps;
    const names = await folder.names((key) => this.#watcher.watchFolder(key));
    // A reported name in neither the folder nor the index may be a different spelling of any file.
    const mayBeAny =
      now.watching === 'by any name' &&
      [...(reported ?? [])].some(
        (key) => !names.has(key) && !index.has(key) && !this.#watcher.isWatched(key),
      );
    const touched = mayBeAny ? undefined : reported;
    const gone: DiskKey[] = [];
    await inSlices(index.names(), (key) => names.has(key) || gone.push(key));
    // Read files that were unwatched, new or reported; the facts of all others are known.
    const unsure: DiskKey[] = [];
    await inSlices(names, (key) => {
      if (touched === undefined || touched.has(key) || !index.has(key)) unsure.push(key);
    });
    const found = await folder.facts(unsure);
    await inSlices(unsure, (key) => index.has(key) && !found.has(key) && gone.push(key));
    const changes = await this.#reconcile(now, gone, found);
    if (reported !== undefined) return;
    for (const { file, bytesBefore = 0 } of changes) {
      if (file.sizeBytes < bytesBefore) onShorter(file, bytesBefore);
    }
  }

  async #reconcile(
    now: FolderState,
    gone: readonly DiskKey[],
    found: ReadonlyMap<DiskKey, FileFacts>,
  ): Promise<IndexChange[]> {
    const { folder, index, onChange } = this.#deps;
    // Check that the card is still in. A card removed during the scan looks empty, but its files have not vanished.
    if (gone.length > 0 && (await folder.inspect()).identity !== now.identity) {
      throw new AppError('card-missing', 'The card was taken out. Insert it and try again.');
    }
    const all: IndexChange[] = [];
    const take = (lost: readonly DiskKey[], there: readonly (readonly [DiskKey, FileFacts])[]) => {
      const changes = index.reconcile(lost, there);
      if (changes.length === 0) return;
      onChange(changes);
      all.push(...changes);
    };
    for (let at = 0; at < gone.length; at += sliceOfChanges) {
      take(gone.slice(at, at + sliceOfChanges), []);
      if (at + sliceOfChanges < gone.length) await nextTurn();
    }
    let slice: [DiskKey, FileFacts][] = [];
    for (const each of found) {
      slice.push(each);
      if (slice.length < sliceOfChanges) continue;
      take([], slice);
      slice = [];
      await nextTurn();
    }
    if (slice.length > 0) take([], slice);
    return all;
  }
}
