import type { FileFacts, FilesTable, StoredFile } from '../store/files-table.ts';
import { type DiskKey, diskKey } from './card-scan.ts';
import { nameKey } from './file-name.ts';

export interface IndexChange {
  kind: 'added' | 'changed' | 'removed';
  file: StoredFile;
  /** The tags that read differently because of it. */
  tagIds: number[];
}

/** The files on the card, in memory and in the store, always the same in both. */
export class CardIndex {
  readonly #table: FilesTable;
  readonly #byDiskName = new Map<DiskKey, StoredFile>();
  readonly #byId = new Map<number, StoredFile>();
  #byName: Map<string, StoredFile> | undefined;
  #inOrder: readonly StoredFile[] | undefined;

  constructor(table: FilesTable) {
    this.#table = table;
    for (const file of table.present()) this.#put(file);
  }

  /** By id. The same array for as long as nothing changes. */
  list(): readonly StoredFile[] {
    this.#inOrder ??= [...this.#byId.values()].sort((a, b) => a.id - b.id);
    return this.#inOrder;
  }

  get(id: number): StoredFile | undefined {
    return this.#byId.get(id);
  }

  /** The file of this name; case does not matter, but the exact name comes first. */
  find(name: string): StoredFile | undefined {
    const shown = name.normalize('NFC');
    const exact = this.#byDiskName.get(diskKey(Buffer.from(shown)));
    if (exact !== undefined) return exact;
    this.#byName ??= new Map(this.list().map((file) => [nameKey(file.name), file]));
    return this.#byName.get(nameKey(shown));
  }

  names(): Iterable<DiskKey> {
    return this.#byDiskName.keys();
  }

  has(key: DiskKey): boolean {
    return this.#byDiskName.has(key);
  }

  add(facts: FileFacts, mediaType: string | undefined): StoredFile {
    const file = this.#table.add(facts, mediaType);
    this.#put(file);
    return file;
  }

  remove(file: StoredFile): IndexChange {
    const tagIds = this.#table.tagsBoundTo(file.id);
    this.#table.remove(file.id);
    this.#drop(file);
    return { kind: 'removed', file, tagIds };
  }

  /** Takes over what a look at the folder showed, all of it or nothing. */
  reconcile(gone: readonly DiskKey[], found: ReadonlyMap<DiskKey, FileFacts>): IndexChange[] {
    const changes: IndexChange[] = [];
    this.#table.together(() => {
      for (const key of gone) {
        const file = this.#byDiskName.get(key);
        if (file === undefined) continue;
        this.#table.vanish(file.id);
        changes.push({ kind: 'removed', file, tagIds: this.#table.tagsBoundTo(file.id) });
      }
      for (const [key, facts] of found) {
        const known = this.#byDiskName.get(key);
        if (known === undefined) {
          const file = this.#table.appear(facts);
          changes.push({ kind: 'added', file, tagIds: this.#table.tagsBoundTo(file.id) });
        } else if (known.sizeBytes !== facts.sizeBytes || known.modifiedNs !== facts.modifiedNs) {
          this.#table.change(known.id, facts);
          changes.push({ kind: 'changed', file: { ...known, ...facts }, tagIds: [] });
        }
      }
    });
    for (const { kind, file } of changes) {
      if (kind === 'removed') this.#drop(file);
      else this.#put(file);
    }
    return changes;
  }

  #put(file: StoredFile): void {
    this.#byDiskName.set(diskKey(file.diskName), file);
    this.#byId.set(file.id, file);
    this.#changed();
  }

  #drop(file: StoredFile): void {
    this.#byDiskName.delete(diskKey(file.diskName));
    this.#byId.delete(file.id);
    this.#changed();
  }

  #changed(): void {
    this.#byName = undefined;
    this.#inOrder = undefined;
  }
}
