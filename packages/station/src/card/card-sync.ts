import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import type { CardFolder, FolderState } from './card-folder.ts';
import type { CardIndex, IndexChange } from './card-index.ts';
import type { DiskKey } from './card-scan.ts';
import { CardWatcher } from './card-watcher.ts';
import { removeLeftovers } from './upload/temporary-name.ts';

/** So many names are compared before others get a turn. */
const sliceOfNames = 5_000;
/** So many changes are written before others get a turn. */
const sliceOfChanges = 500;

interface CardSyncParts {
  folder: CardFolder;
  index: CardIndex;
  /** The temporary files of uploads under way. */
  uploading: { has(name: string): boolean };
  /** Puts right what a power cut left half done; gives the names of temporary files that must stay. */
  finishPendingRenames: () => Promise<ReadonlySet<string>>;
  onTouched: () => void;
  onChange: (changes: IndexChange[]) => void;
  /** A file is shorter than it was when the card, or the station, was last on: a power cut may have taken the rest. */
  onShorter: (file: FileFacts, expectedBytes: number) => void;
}

/**
 * Keeps the index of the card true to its folder. Where the system tells of every change, only the names that it
 * reported are looked at, so a change costs the same with a hundred thousand files as with ten.
 */
export class CardSync {
  readonly #parts: CardSyncParts;
  readonly #watcher: CardWatcher;
  #seen: FolderState | undefined;
  /** Files that the station removed itself, until the system has reported it. */
  readonly #removed = new Set<DiskKey>();

  constructor(parts: CardSyncParts) {
    this.#parts = parts;
    this.#watcher = new CardWatcher(parts.onTouched);
  }

  close(): void {
    this.#watcher.close();
  }

  /** To be called when the station removes a file: what the system tells of it is then no news. */
  removing(key: DiskKey): void {
    this.#removed.add(key);
  }

  /** Looks at the folder and takes over what changed. */
  async look(): Promise<FolderState> {
    try {
      const now = await this.#parts.folder.inspect();
      // What the system told the watcher before the folder was inspected has been heard after this turn.
      await nextTurn();
      this.#seen = { ...now, modifiedNs: await this.#takeOver(now) };
      return now;
    } catch (error) {
      this.#seen = undefined;
      throw error;
    }
  }

  /** Gives the time of the last change of the folder that was taken over. */
  async #takeOver(now: FolderState): Promise<bigint> {
    const { folder, uploading, finishPendingRenames } = this.#parts;
    const seen = this.#seen;
    const trusted = seen?.identity === now.identity && this.#watcher.working;
    if (!trusted) {
      this.#removed.clear();
      this.#watcher.watch(folder.path);
      const staying = await finishPendingRenames();
      await removeLeftovers(folder.path, { has: (name) => staying.has(name) || uploading.has(name) });
    }
    const { touched, told } = this.#watcher.take();
    const changed = seen?.modifiedNs !== now.modifiedNs;
    if (trusted && told === 0 && !changed) return now.modifiedNs;

    try {
      // A folder that changed without a word from the system is read whole: something is wrong with the watching.
      const believed = trusted && now.watching !== 'in part' && (told > 0 || !changed);
      if (believed) {
        // After what was told, so that the next look does not find it changed by what this one takes over.
        const modifiedNs = await folder.modifiedNs();
        if (await this.#takeOverTouched(now, touched)) return modifiedNs;
      }
      await this.#takeOverAll(now, trusted ? touched : undefined);
      return now.modifiedNs;
    } catch (error) {
      this.#watcher.putBack(touched);
      throw error;
    }
  }

  /** False where the reported names are not enough to tell. */
  async #takeOverTouched(now: FolderState, touched: ReadonlySet<DiskKey>): Promise<boolean> {
    const { folder, index } = this.#parts;
    // The file that is meant may have another name in the folder, and be gone or changed under that one.
    const strange = [...touched].filter((key) => !index.has(key) && !this.#removed.delete(key));
    if (now.watching === 'by any name' && strange.length > 0) return false;
    const found = await folder.facts(touched);
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

  async #takeOverAll(now: FolderState, told: ReadonlySet<DiskKey> | undefined): Promise<void> {
    const { folder, index, onShorter } = this.#parts;
    const names = await folder.names();
    // A name that is neither there nor was there stands for another one, which nobody told.
    const isAnyMeant =
      now.watching === 'by any name' && [...(told ?? [])].some((key) => !names.has(key) && !index.has(key));
    const touched = isAnyMeant ? undefined : told;
    const gone: DiskKey[] = [];
    await inSlices(index.names(), (key) => names.has(key) || gone.push(key));
    // Whatever was not watched, is new or was touched is looked at; of the rest the facts are known.
    const unsure: DiskKey[] = [];
    await inSlices(names, (key) => {
      if (touched === undefined || touched.has(key) || !index.has(key)) unsure.push(key);
    });
    const found = await folder.facts(unsure);
    await inSlices(unsure, (key) => index.has(key) && !found.has(key) && gone.push(key));
    const changes = await this.#reconcile(now, gone, found);
    if (told !== undefined) return;
    for (const { file, bytesBefore = 0 } of changes) {
      if (file.sizeBytes < bytesBefore) onShorter(file, bytesBefore);
    }
  }

  async #reconcile(
    now: FolderState,
    gone: readonly DiskKey[],
    found: ReadonlyMap<DiskKey, FileFacts>,
  ): Promise<IndexChange[]> {
    const { folder, index, onChange } = this.#parts;
    // A card that was taken out while it was read looks empty; its files have not vanished.
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

async function inSlices<T>(items: Iterable<T>, each: (item: T) => unknown): Promise<void> {
  let done = 0;
  for (const item of items) {
    each(item);
    if (++done % sliceOfNames === 0) await nextTurn();
  }
}
