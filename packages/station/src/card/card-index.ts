import { normalizedName } from '@stationery/core';
import type { RemovalNote, RenameNote } from '../store/file-change-notes.ts';
import type { FileFacts, FilesTable, StoredFile } from '../store/files-table.ts';
import { type DiskKey, diskKey, isUnchanged } from './card-scan.ts';
import { type FileBlock, FileBlocks } from './file-blocks.ts';
import { NameIndex } from './name-index.ts';

/** Enough for several full cards that take turns. */
const lostFilesKept = 50_000;

/** Finding those that are too many takes time in proportion to all rows, so it is done once for many that vanish. */
const forgetEvery = 5_000;

const maxNeighbours = 8;

export interface IndexChange {
  kind: 'added' | 'changed' | 'removed';
  file: StoredFile;
  /** The tags that read differently because of it. */
  tagIds: number[];
  /** How long the file was before, where a look at the folder found it changed. */
  bytesBefore?: number;
}

/** The files on the card, in memory and in the store, always the same in both. Every change costs the same, however many there are. */
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

  /** By id, in blocks. The same array for as long as nothing changes. */
  blocks(): readonly FileBlock[] {
    return this.#inOrder.all;
  }

  /** The same object for as long as the file does not change. */
  get(id: number): StoredFile | undefined {
    return this.#byId.get(id);
  }

  /** The file of this name; case does not matter, but the exact name comes first. */
  find(name: string): StoredFile | undefined {
    const shown = normalizedName(name);
    const exact = this.#byDiskName.get(diskKey(Buffer.from(shown)));
    return exact ?? this.#byName.find(shown);
  }

  /** What the file of this name, whatever its case, is called on the card. */
  findKey(name: string): DiskKey | undefined {
    const file = this.#byName.find(name);
    return file === undefined ? undefined : diskKey(file.diskName);
  }

  /** Ids of a few other files on the card. */
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
   * Gives `old` the content that `file` describes, by the step that puts it there. The row comes first: a store that
   * can take no more refuses before anything is done. Where a crash leaves a row without its content, or the
   * content without its row, the next look at the folder makes the row true.
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

  /** The file has got the name that the note says. */
  finishRename(note: RenameNote, name: string): IndexChange[] {
    const old = this.#byId.get(note.id);
    // After a crash, the new name may have been listed as a file of its own.
    const namesake = this.#byDiskName.get(diskKey(note.to));
    const replaced = namesake === undefined || namesake.id === note.id ? [] : [this.#gone(namesake)];
    this.#table.finishRename(note, name, replaced[0]?.file.id);
    for (const { file } of replaced) this.#drop(file);
    if (old === undefined) return replaced;
    this.#drop(old);
    const file = { ...old, diskName: note.to, name };
    this.#put(file);
    return [...replaced, { kind: 'changed', file, tagIds: this.#table.tagsBoundTo(file.id) }];
  }

  /** Removes the file of a note from the index and the database. */
  finishRemoval(note: RemovalNote): IndexChange[] {
    const file = this.#byId.get(note.id);
    const changes = file === undefined ? [] : [this.#gone(file)];
    this.#table.finishRemoval(note);
    if (file !== undefined) this.#drop(file);
    return changes;
  }

  /** Takes over what a look at the folder showed, all of it or nothing. */
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
        // A file that was here before and is back as it was takes the place of its namesake on another card.
        if (known !== undefined) changes.push(this.#vanish(known));
        if (lost !== undefined) this.#table.comeBack(lost.id);
        const file = lost ?? this.#table.add(facts, undefined);
        changes.push({ kind: 'added', file, tagIds: this.#table.tagsBoundTo(file.id) });
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
    return { kind: 'removed', file, tagIds: this.#table.tagsBoundTo(file.id) };
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
