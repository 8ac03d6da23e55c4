import { type Database, runTransaction } from '@stationery/core';
import { FileChangeNotes, type RemovalNote, type RenameNote } from './file-change-notes.ts';
import { filesInUse } from './files-in-use.ts';
import { inFolder, sortKey } from './sort-key.ts';

export interface FileFacts {
  /** Name on the card, as bytes. */
  diskName: Buffer;
  /** Displayed name, in Unicode normalization form C. */
  name: string;
  sizeBytes: number;
  modifiedNs: bigint;
}

export interface StoredFile extends FileFacts {
  id: number;
  mediaType: string | undefined;
}

/** A rename in several steps, which gives a file its name or its new content. */
export interface PendingRename {
  diskName: Buffer;
  /** The hidden file with the content. */
  temporaryName: string;
  sizeBytes: number;
  /** Whether no file had this name before. */
  isNew: boolean;
}

/** Maximum number of pending renames. Several remain only after repeated accidents or with cards that never return. */
const maxPendingRenames = 16;

interface Row {
  id: number;
  disk_name: Buffer;
  name: string;
  size_bytes: number;
  modified_ns: string;
  media_type: string | null;
}

/**
 * Prepares all statements once, because preparing one takes longer than running it on a row, even with ten
 * thousand rows.
 */
function prepareAll(database: Database) {
  return {
    present: database.prepare('SELECT * FROM files WHERE present = 1 ORDER BY id'),
    get: database.prepare('SELECT * FROM files WHERE id = ?'),
    add: database.prepare(
      'INSERT INTO files (disk_name, name, size_bytes, modified_ns, media_type, sort_key) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    lost: database.prepare(
      'SELECT * FROM files WHERE disk_name = ? AND present = 0 AND size_bytes = ? AND modified_ns = ? ORDER BY id DESC LIMIT 1',
    ),
    comeBack: database.prepare('UPDATE files SET present = 1 WHERE id = ?'),
    change: database.prepare('UPDATE files SET size_bytes = ?, modified_ns = ? WHERE id = ?'),
    replace: database.prepare(
      'UPDATE files SET size_bytes = ?, modified_ns = ?, media_type = ? WHERE id = ?',
    ),
    rename: database.prepare('UPDATE files SET disk_name = ?, name = ?, sort_key = ? WHERE id = ?'),
    vanish: database.prepare('UPDATE files SET present = 0 WHERE id = ?'),
    remove: database.prepare('DELETE FROM files WHERE id = ?'),
    forgetLost: database.prepare(
      `DELETE FROM files WHERE id IN (SELECT id FROM files WHERE present = 0 ORDER BY id DESC LIMIT -1 OFFSET ?)
       AND id NOT IN (${filesInUse})`,
    ),
    inFolder: database.prepare(`SELECT * FROM files WHERE ${inFolder('?1')} ORDER BY sort_key LIMIT 1`),
    albumsWith: database.prepare('SELECT id FROM tags WHERE folder_key = ?'),
    tagsBoundTo: database.prepare(
      `SELECT tag_id AS id FROM tag_files WHERE file_id = ?1 UNION SELECT id FROM tags WHERE picture_id = ?1
       UNION SELECT tags.id FROM tags, json_each(exhibit, '$.pictures') AS pictures WHERE exhibit IS NOT NULL AND pictures.value = ?1`,
    ),
    pendingRenames: database.prepare("SELECT value FROM settings WHERE name = 'card.settling'"),
    addPendingRename: database.prepare(
      "INSERT INTO settings VALUES ('card.settling', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    ),
    removePendingRename: database.prepare("DELETE FROM settings WHERE name = 'card.settling'"),
  };
}

export class FilesTable {
  readonly #database: Database;
  readonly #sql: ReturnType<typeof prepareAll>;
  readonly changeNotes: FileChangeNotes;

  constructor(database: Database) {
    this.#database = database;
    this.changeNotes = new FileChangeNotes(database);
    this.#sql = prepareAll(database);
  }

  /** Returns the files on the card as it was last seen. */
  present(): StoredFile[] {
    return (this.#sql.present.all() as Row[]).map(fromRow);
  }

  /** Finds a file by id, also if it is missing from the card. */
  get(id: number): StoredFile | undefined {
    const row = this.#sql.get.get(id) as Row | undefined;
    return row === undefined ? undefined : fromRow(row);
  }

  /** Finds some file in a folder or in the folders inside it. */
  fileInFolder(folder: string): StoredFile | undefined {
    const row = this.#sql.inFolder.get(sortKey(folder)) as Row | undefined;
    return row === undefined ? undefined : fromRow(row);
  }

  add(facts: FileFacts, mediaType: string | undefined): StoredFile {
    const { diskName, name, sizeBytes, modifiedNs } = facts;
    const { lastInsertRowid } = this.#sql.add.run(
      diskName,
      name,
      sizeBytes,
      String(modifiedNs),
      mediaType ?? null,
      keyInFolder(name),
    );
    return { ...facts, id: Number(lastInsertRowid), mediaType };
  }

  addRenamed(facts: FileFacts, mediaType: string | undefined): StoredFile {
    return this.together(() => {
      this.#savePendingRenames(
        this.pendingRenames().filter(({ diskName }) => !diskName.equals(facts.diskName)),
      );
      return this.add(facts, mediaType);
    });
  }

  /** Returns renames in progress, and interrupted ones that could not be completed yet, the oldest first. */
  pendingRenames(): PendingRename[] {
    const row = this.#sql.pendingRenames.get() as { value: string } | undefined;
    if (row === undefined) return [];
    try {
      const kept = JSON.parse(row.value) as (PendingRename & { diskName: string })[];
      return kept.map((each) => ({ ...each, diskName: Buffer.from(each.diskName, 'latin1') }));
    } catch {
      return [];
    }
  }

  addPendingRename(pending: PendingRename): void {
    this.#savePendingRenames([...this.pendingRenames(), pending].slice(-maxPendingRenames));
  }

  removePendingRename({ temporaryName }: PendingRename): void {
    const before = this.pendingRenames();
    const after = before.filter((each) => each.temporaryName !== temporaryName);
    if (after.length < before.length) this.#savePendingRenames(after);
  }

  #savePendingRenames(all: readonly PendingRename[]): void {
    if (all.length === 0) {
      this.#sql.removePendingRename.run();
      return;
    }
    const written = all.map((each) => ({ ...each, diskName: each.diskName.toString('latin1') }));
    this.#sql.addPendingRename.run(JSON.stringify(written));
  }

  /** Finds a missing file with this name, size and modification time. */
  lost({ diskName, sizeBytes, modifiedNs }: FileFacts): StoredFile | undefined {
    const row = this.#sql.lost.get(diskName, sizeBytes, String(modifiedNs)) as Row | undefined;
    return row === undefined ? undefined : fromRow(row);
  }

  /** Marks a missing file as present again. It keeps its former id and tags. */
  comeBack(id: number): void {
    this.#sql.comeBack.run(id);
  }

  change(id: number, { sizeBytes, modifiedNs }: FileFacts): void {
    this.#sql.change.run(sizeBytes, String(modifiedNs), id);
  }

  replace({ id, sizeBytes, modifiedNs, mediaType }: StoredFile): void {
    this.#sql.replace.run(sizeBytes, String(modifiedNs), mediaType ?? null, id);
  }

  /** Stores the new name. `namesakeId`: a file that is already listed under this name, and vanishes. */
  finishRename(note: RenameNote, name: string, namesakeId: number | undefined): void {
    this.together(() => {
      if (namesakeId !== undefined) this.vanish(namesakeId);
      this.#sql.rename.run(note.to, name, keyInFolder(name), note.id);
      this.changeNotes.remove(note);
    });
  }

  vanish(id: number): void {
    this.#sql.vanish.run(id);
  }

  /** Removes a file, also from playlists (`ON DELETE CASCADE`). */
  finishRemoval(note: RemovalNote): void {
    this.together(() => {
      this.#sql.remove.run(note.id);
      this.changeNotes.remove(note);
    });
  }

  /** Deletes the rows of missing files except the newest `keep` and those in use. */
  forgetLost(keep: number): void {
    this.#sql.forgetLost.run(keep);
  }

  /** Returns the tags that have the file in their list, as a picture or in their folder. */
  tagsBoundTo({ id, name }: Pick<StoredFile, 'id' | 'name'>): number[] {
    const rows = this.#sql.tagsBoundTo.all(id) as { id: number }[];
    for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1))
      rows.push(...(this.#sql.albumsWith.all(sortKey(name.slice(0, end))) as { id: number }[]));
    return rows.map((row) => row.id);
  }

  together<T>(work: () => T): T {
    return runTransaction(this.#database, work);
  }
}

function keyInFolder(name: string): string | null {
  return name.includes('/') ? sortKey(name) : null;
}

function fromRow(row: Row): StoredFile {
  return {
    id: row.id,
    diskName: Buffer.from(row.disk_name),
    name: row.name,
    sizeBytes: row.size_bytes,
    modifiedNs: BigInt(row.modified_ns),
    mediaType: row.media_type ?? undefined,
  };
}
