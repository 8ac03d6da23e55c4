import type { Database } from '@stationery/core';

/** A rename under way. Names are as the card has them, byte for byte. */
export interface RenameNote {
  id: number;
  from: Buffer;
  /** The temporary name if both names find the same file: on FAT, a direct rename would do nothing. */
  via: Buffer | undefined;
  to: Buffer;
  sizeBytes: number;
}

/** A removal under way. */
export interface RemovalNote {
  id: number;
  from: Buffer;
  to: undefined;
  /** Ids of other files on the card, by which it is recognised. */
  neighbours: readonly number[];
  /** Tells cards without other files apart. */
  cardBytes: number | undefined;
}

export type FileChangeNote = RenameNote | RemovalNote;

/** Cards that never return leave their notes behind. */
const maxNotes = 16;
const setting = 'card.renaming';

interface StoredNote {
  id: number;
  from: string;
  via?: string;
  to?: string;
  sizeBytes?: number;
  neighbours?: readonly number[];
  cardBytes?: number | undefined;
}

/** Stores renames and removals until they are done, so that they can be completed after a crash. */
export class FileChangeNotes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Oldest first. */
  all(): FileChangeNote[] {
    const row = this.#database.prepare('SELECT value FROM settings WHERE name = ?').get(setting) as
      | { value: string }
      | undefined;
    if (row === undefined) return [];
    try {
      // Earlier versions stored a single note.
      return [JSON.parse(row.value) as StoredNote | StoredNote[]].flat().map(fromStored);
    } catch {
      return [];
    }
  }

  add(note: FileChangeNote): void {
    this.#save([...this.all(), note].slice(-maxNotes));
  }

  remove(note: FileChangeNote): void {
    this.#save(this.all().filter(({ id, from }) => id !== note.id || !from.equals(note.from)));
  }

  #save(notes: readonly FileChangeNote[]): void {
    if (notes.length === 0) this.#database.prepare('DELETE FROM settings WHERE name = ?').run(setting);
    else
      this.#database
        .prepare('INSERT OR REPLACE INTO settings VALUES (?, ?)')
        .run(setting, JSON.stringify(notes.map(toStored)));
  }
}

function toStored(note: FileChangeNote): StoredNote {
  const [id, from] = [note.id, note.from.toString('latin1')];
  if (note.to === undefined) return { id, from, neighbours: note.neighbours, cardBytes: note.cardBytes };
  const via = note.via === undefined ? {} : { via: note.via.toString('latin1') };
  return { id, from, ...via, to: note.to.toString('latin1'), sizeBytes: note.sizeBytes };
}

function fromStored(note: StoredNote): FileChangeNote {
  // Earlier versions stored removals without neighbours.
  const { id, from, via, to, sizeBytes = 0, neighbours = [], cardBytes } = note;
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  if (to === undefined) return { id, from: bytes(from), to: undefined, neighbours, cardBytes };
  return { id, from: bytes(from), via: via === undefined ? undefined : bytes(via), to: bytes(to), sizeBytes };
}
