import { normalizedName } from '@stationery/core';
import type { RemovalNote, RenameNote } from '../store/file-change-notes.ts';
import type { FileFacts, FilesTable, StoredFile } from '../store/files-table.ts';
import { type DiskKey, diskKey, isUnchanged } from './card-scan.ts';
import { type FileBlock, FileBlocks } from './file-blocks.ts';
import { displayName, nameKey } from './file-name.ts';

/** Files by name, ignoring case. A case-sensitive card may have several files per key; `find` returns the newest. */
class NameIndex {
  readonly #byKey = new Map<string, Map<number, StoredFile> | StoredFile>();

  find(name: string): StoredFile | undefined {
    const found = this.#byKey.get(nameKey(name));
    if (!(found instanceof Map)) return found;
    return [...found.values()].reduce((newest, each) => (each.id > newest.id ? each : newest));
  }

  put(file: StoredFile): void {
    const key = nameKey(file.name);
    const known = this.#byKey.get(key);
    if (known === undefined || (!(known instanceof Map) && known.id === file.id)) this.#byKey.set(key, file);
    else if (known instanceof Map) known.set(file.id, file);
    else
      this.#byKey.set(
        key,
        new Map([
          [known.id, known],
          [file.id, file],
        ]),
      );
  }

  remove(file: StoredFile): void {
    const key = nameKey(file.name);
    const known = this.#byKey.get(key);
    if (known instanceof Map) {
      known.delete(file.id);
      if (known.size === 0) this.#byKey.delete(key);
    } else if (known?.id === file.id) this.#byKey.delete(key);
  }
}

/** Number of missing files that are remembered, which is enough for several cards with many files used in turn. */
const lostFilesKept = 50_000;

/** Finding surplus rows reads the whole table, so it runs once per this many removals. */
const forgetEvery = 5_000;

const maxNeighbours = 8;

export interface IndexChange {
  kind: 'added' | 'changed' | 'removed';
  file: StoredFile;
  tagIds: number[];
  /** Set to the previous size if a scan found the file changed. */
  bytesBefore?: number;
}

/**
 * The files on the card, identical in memory and in the store. The cost of a change does not depend on the
 * number of files.
 */
export class CardIndex {
  readonly #table: FilesTable;
  readonly #byDiskName = new Map<DiskKey, StoredFile>();
  readonly #byId = new Map<number, StoredFile>();
  readonly #byName = new NameIndex();
  readonly #inOrder = new FileBlocks();
  #vanished = 0;

  constructor(table: FilesTable) {
    this.#table = table;
    for (const file of table.present()) this.#put(file);
    table.forgetLost(lostFilesKept);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Returns the files in order of id. The array stays the same object until a file changes. */
  blocks(): readonly FileBlock[] {
    return this.#inOrder.all;
  }

  get(id: number): StoredFile | undefined {
    return this.#byId.get(id);
  }

  /** Finds a file by name. Ignores case, but prefers an exact match. */
  find(name: string): StoredFile | undefined {
    const shown = normalizedName(name);
    const exact = this.#byDiskName.get(diskKey(Buffer.from(shown)));
    return exact ?? this.#byName.find(shown);
  }

  findKey(name: string): DiskKey | undefined {
    const file = this.#byName.find(name);
    return file === undefined ? undefined : diskKey(file.diskName);
  }

  neighboursOf(id: number): number[] {
    const neighbours: number[] = [];
    for (const other of this.#byId.keys()) {
      if (neighbours.length === maxNeighbours) break;
      if (other !== id) neighbours.push(other);
    }
    return neighbours;
  }

  names(): Iterable<DiskKey> {
    return this.#byDiskName.keys();
  }

  has(key: DiskKey): boolean {
    return this.#byDiskName.has(key);
  }

  add(facts: FileFacts, mediaType: string | undefined): StoredFile {
    const file = this.#table.addRenamed(facts, mediaType);
    this.#put(file);
    return file;
  }

  /**
   * Replaces a file. Writes the row first, so that a full store refuses before the card changes. After a crash,
   * the next scan corrects the row.
   */
  async replace(old: StoredFile, file: StoredFile, putThere: () => Promise<void>): Promise<IndexChange> {
    this.#table.replace(file);
    try {
      await putThere();
    } catch (error) {
      this.#table.replace(old);
      throw error;
    }
    this.#put(file);
    return { kind: 'changed', file, tagIds: [] };
  }

  finishRename(note: RenameNote): IndexChange[] {
    const name = displayName(note.to);
    const old = this.#byId.get(note.id);
    const left = old === undefined ? [] : this.#table.tagsBoundTo(old);
    // After a crash, the new name may have been listed as a separate file.
    const namesake = this.#byDiskName.get(diskKey(note.to));
    const replaced = namesake === undefined || namesake.id === note.id ? [] : [this.#gone(namesake)];
    this.#table.finishRename(note, name, replaced[0]?.file.id);
    for (const { file } of replaced) this.#drop(file);
    if (old === undefined) return replaced;
    this.#drop(old);
    const file = { ...old, diskName: note.to, name };
    this.#put(file);
    const tagIds = [...new Set([...left, ...this.#table.tagsBoundTo(file)])];
    return [...replaced, { kind: 'changed', file, tagIds }];
  }

  finishRemoval(note: RemovalNote): IndexChange[] {
    const file = this.#byId.get(note.id);
    const changes = file === undefined ? [] : [this.#gone(file)];
    this.#table.finishRemoval(note);
    if (file !== undefined) this.#drop(file);
    return changes;
  }

  reconcile(gone: readonly DiskKey[], found: Iterable<readonly [DiskKey, FileFacts]>): IndexChange[] {
    const changes: IndexChange[] = [];
    this.#table.together(() => {
      for (const key of gone) {
        const file = this.#byDiskName.get(key);
        if (file !== undefined) changes.push(this.#vanish(file));
      }
      for (const [key, facts] of found) {
        const known = this.#byDiskName.get(key);
        if (known !== undefined && isUnchanged(known, facts)) continue;
        const lost = this.#table.lost(facts);
        if (known !== undefined && lost === undefined) {
          this.#table.change(known.id, facts);
          const bytesBefore = known.sizeBytes;
          changes.push({ kind: 'changed', file: { ...known, ...facts }, tagIds: [], bytesBefore });
          continue;
        }
        // A file that came back unchanged replaces its namesake from a different card.
        if (known !== undefined) changes.push(this.#vanish(known));
        if (lost !== undefined) this.#table.comeBack(lost.id);
        const file = lost ?? this.#table.add(facts, undefined);
        changes.push({ kind: 'added', file, tagIds: this.#table.tagsBoundTo(file) });
      }
    });
    this.#forgetLost(changes);
    for (const { kind, file } of changes) {
      if (kind === 'removed') this.#drop(file);
      else this.#put(file);
    }
    return changes;
  }

  #vanish(file: StoredFile): IndexChange {
    this.#table.vanish(file.id);
    return this.#gone(file);
  }

  #gone(file: StoredFile): IndexChange {
    return { kind: 'removed', file, tagIds: this.#table.tagsBoundTo(file) };
  }

  #forgetLost(changes: readonly IndexChange[]): void {
    this.#vanished += changes.filter(({ kind }) => kind === 'removed').length;
    if (this.#vanished < forgetEvery) return;
    this.#vanished = 0;
    this.#table.forgetLost(lostFilesKept);
  }

  #put(file: StoredFile): void {
    this.#byDiskName.set(diskKey(file.diskName), file);
    this.#byId.set(file.id, file);
    this.#byName.put(file);
    this.#inOrder.put(file);
  }

  #drop(file: StoredFile): void {
    this.#byDiskName.delete(diskKey(file.diskName));
    this.#byId.delete(file.id);
    this.#byName.remove(file);
    this.#inOrder.remove(file.id);
  }
}
