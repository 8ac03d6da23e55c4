import { tagDetailNames } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { TagModel } from '@stationery/nfc';
import type { StoredFile } from '../store/files-table.ts';
import type { StoredDetails, TagDetailsTable } from '../store/tag-details-table.ts';
import type { StoredTag, TagFile, TagsTable } from '../store/tags-table.ts';
import type { DetailsChange } from './details-change.ts';

interface TagRegistryDeps {
  tags: TagsTable;
  details: TagDetailsTable;
  onChange: (kind: 'learned' | 'changed' | 'removed', tag: StoredTag) => void;
  onDetails: (details: StoredDetails) => void;
  /** Moves other data of a tag within the same transaction. */
  moveToo: (fromId: number, toId: number) => void;
  onReplace: (lost: StoredTag, replacement: StoredTag) => void;
}

export class TagRegistry {
  readonly #deps: TagRegistryDeps;

  constructor(deps: TagRegistryDeps) {
    this.#deps = deps;
  }

  list(): StoredTag[] {
    return this.#deps.tags.all();
  }

  get(id: number): StoredTag {
    return this.#deps.tags.get(id) ?? unknownTag(id);
  }

  bySerial(serial: string): StoredTag | undefined {
    return this.#deps.tags.bySerial(serial);
  }

  files(id: number): TagFile[] {
    return this.#deps.tags.files(id);
  }

  fileIds(id: number): number[] {
    return this.#deps.tags.fileIds(id);
  }

  countFiles(): number {
    return this.#deps.tags.countFiles();
  }

  detailsAfter(id: number, most: number): StoredDetails[] {
    return this.#deps.details.after(id, most);
  }

  details(id: number): StoredDetails {
    return this.#deps.details.get(id) ?? unknownTag(id);
  }

  link(id: number): { id: number; serial: string; name: string | null; url: string } | undefined {
    return this.#deps.details.link(id);
  }

  learn(serial: string, model: TagModel): StoredTag {
    const { tags } = this.#deps;
    tags.add(serial, model);
    const tag = tags.bySerial(serial) as StoredTag;
    this.#deps.onChange('learned', tag);
    this.#deps.onDetails(this.details(tag.id));
    return tag;
  }

  /** Assigns a file to the tag, or clears its meaning. */
  bind(id: number, file: StoredFile | null): StoredTag {
    this.#deps.tags.setFiles(id, file === null ? [] : [file.id]);
    return this.#changed(id);
  }

  changeDetails(id: number, { columns, meaning }: DetailsChange): StoredDetails {
    const { tags, details } = this.#deps;
    tags.together(() => {
      details.change(id, columns);
      if (meaning === undefined) return;
      tags.setFiles(id, meaning?.fileIds ?? []);
      if (meaning !== null) details.change(id, meaning.columns);
    });
    if (meaning === undefined) this.#deps.onDetails(this.details(id));
    else this.#changed(id);
    return this.details(id);
  }

  together(work: () => void): void {
    this.#deps.tags.together(work);
  }

  remove(id: number): void {
    const tag = this.get(id);
    this.#deps.tags.remove(id);
    this.#deps.onChange('removed', tag);
  }

  replace(lostId: number, id: number, { overwrite }: { overwrite: boolean }): StoredDetails {
    const { tags, details, moveToo, onReplace, onChange } = this.#deps;
    const [lost, replacement] = [this.get(lostId), this.get(id)];
    const known = this.details(id);
    const { name } = known;
    const isUsed = tagDetailNames.some((each) => known[each] !== null);
    if (isUsed && !overwrite)
      throw new AppError(
        'tag-in-use',
        `The tag ${id}${name === null ? '' : ` (“${name}”)`} is already in use. Choose a new tag, or send “overwrite”.`,
        { pointer: '/data/attributes/replacement' },
      );
    tags.together(() => {
      details.move(lostId, id);
      moveToo(lostId, id);
      tags.remove(lostId);
    });
    onReplace(lost, replacement);
    onChange('removed', lost);
    this.#changed(id);
    return this.details(id);
  }

  /** Call after a file was added or removed. */
  touched(ids: readonly number[]): void {
    for (const id of ids) this.#changed(id);
  }

  #changed(id: number): StoredTag {
    const tag = this.get(id);
    this.#deps.onChange('changed', tag);
    this.#deps.onDetails(this.details(id));
    return tag;
  }
}

function unknownTag(id: number): never {
  throw new AppError('unknown-tag', `There is no tag with the id ${id}.`);
}
