import { type Database, StoredSettings, type StoredValue, storedJson } from '@stationery/core';

/** A rename in progress. Names are bytes, because the card may use any encoding. */
export interface RenameNote {
  id: number;
  from: Buffer;
  /** Temporary name, set if both names find the same file: on FAT, a direct rename would then do nothing. */
  via: Buffer | undefined;
  to: Buffer;
  sizeBytes: number;
}

export interface RemovalNote {
  id: number;
  from: Buffer;
  to: undefined;
  /** Ids of other files on the card, by which the card is recognised. */
  neighbours: readonly number[];
  /** Size of the card, by which cards without other files are recognised. */
  cardBytes: number | undefined;
}

export type FileChangeNote = RenameNote | RemovalNote;

/** Maximum number of notes, because cards that never return leave theirs behind. */
const maxNotes = 16;

export interface StoredNote {
  id: number;
  from: string;
  via?: string;
  to?: string;
  sizeBytes?: number;
  neighbours?: readonly number[];
  cardBytes?: number | undefined;
}

export const storedNotes = { 'card.renaming': storedJson<StoredNote[]>('array', []) };

/**
 * Notes of changes in progress. Each is kept until its change is done, so that the change can be completed
 * after a crash.
 */
export class FileChangeNotes {
  readonly #stored: StoredValue<StoredNote[]>;

  constructor(database: Database) {
    this.#stored = new StoredSettings(database, storedNotes).at('card.renaming');
  }

  /** Returns the notes, the oldest first. */
  all(): FileChangeNote[] {
    return this.#stored.get().map(fromStored);
  }

  add(note: FileChangeNote): void {
    this.#save([...this.all(), note].slice(-maxNotes));
  }

  remove(note: FileChangeNote): void {
    this.#save(this.all().filter(({ id, from }) => id !== note.id || !from.equals(note.from)));
  }

  #save(notes: readonly FileChangeNote[]): void {
    this.#stored.set(notes.map(toStored));
  }
}

function toStored(note: FileChangeNote): StoredNote {
  const [id, from] = [note.id, note.from.toString('latin1')];
  if (note.to === undefined) return { id, from, neighbours: note.neighbours, cardBytes: note.cardBytes };
  const via = note.via === undefined ? {} : { via: note.via.toString('latin1') };
  return { id, from, ...via, to: note.to.toString('latin1'), sizeBytes: note.sizeBytes };
}

function fromStored(note: StoredNote): FileChangeNote {
  const { id, from, via, to, sizeBytes = 0, neighbours = [], cardBytes } = note;
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  if (to === undefined) return { id, from: bytes(from), to: undefined, neighbours, cardBytes };
  return { id, from: bytes(from), via: via === undefined ? undefined : bytes(via), to: bytes(to), sizeBytes };
}
