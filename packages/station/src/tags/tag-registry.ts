import { AppError } from '@stationery/core';
import type { TagModel } from '@stationery/nfc';
import type { StoredFile } from '../store/files-table.ts';
import type { StoredTag, TagsTable } from '../store/tags-table.ts';

/** The tags that the station knows, and what is bound to each. */
export class TagRegistry {
  readonly #table: TagsTable;
  readonly #onChange: (kind: 'learned' | 'changed', tag: StoredTag) => void;

  constructor(table: TagsTable, onChange: (kind: 'learned' | 'changed', tag: StoredTag) => void) {
    this.#table = table;
    this.#onChange = onChange;
  }

  list(): StoredTag[] {
    return this.#table.all();
  }

  get(id: number): StoredTag {
    const tag = this.#table.get(id);
    if (tag === undefined) throw new AppError('unknown-tag', `There is no tag with the id ${id}.`);
    return tag;
  }

  bySerial(serial: string): StoredTag | undefined {
    return this.#table.bySerial(serial);
  }

  /** The file that a tag is bound to, also where it is not on the card. */
  boundFile(id: number): { id: number; name: string } | undefined {
    return this.#table.boundFile(id);
  }

  learn(serial: string, model: TagModel): StoredTag {
    this.#table.add(serial, model);
    const tag = this.#table.bySerial(serial) as StoredTag;
    this.#onChange('learned', tag);
    return tag;
  }

  bind(id: number, file: StoredFile | null): StoredTag {
    this.#table.bind(id, file?.id ?? null);
    const tag = this.get(id);
    this.#onChange('changed', tag);
    return tag;
  }

  /** Says that these tags read differently now, because a file came or went. */
  touched(ids: readonly number[]): void {
    for (const id of ids) this.#onChange('changed', this.get(id));
  }
}
