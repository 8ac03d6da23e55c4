import { resolve } from 'node:path';
import type { PlayerReason } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { Tap } from '../scanner/scanner.ts';
import type { StoredFile } from '../store/files-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import type { Playable } from './play-queue.ts';
import type { TapMeaning } from './tap-actions.ts';

/** Resolves the meaning of a tag and its files on the card. */
export class TapMeanings {
  readonly #card: Card;
  readonly #tags: TagRegistry;

  constructor(parts: { card: Card; tags: TagRegistry }) {
    this.#card = parts.card;
    this.#tags = parts.tags;
  }

  /** Returns the meaning of a tag, or the reason it has none. */
  async of({ id, serial }: Tap & { id: number }): Promise<TapMeaning | PlayerReason> {
    const known = this.#tags.details(id).meaning;
    if (known === null) return { code: 'tag-not-bound', serial };
    if (known.kind !== 'playlist') return known;
    try {
      await this.#card.refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: 'card-removed' };
    }
    const { name, meaning, missing } = this.#tags.details(id);
    // Use the meaning from before the card was read, because the file may have been found missing since.
    if (meaning?.kind !== 'playlist') return { code: 'tag-not-bound', serial };
    const files = this.#tags.files(id).flatMap((file) => this.file(file.id) ?? []);
    if (files.length === 0) return { code: 'tag-file-missing', filename: meaning.files[0] ?? '' };
    const tag = { id, serial, name };
    return { kind: 'playlist', tag, files, isShuffled: meaning.shuffled, missing: missing[0] };
  }

  /** Returns a file that was on the card at the last reading. */
  file(id: number): Playable | undefined {
    const file = this.#card.known(id);
    return file && this.playable(file);
  }

  playable({ id, name, diskName }: StoredFile): Playable {
    const folder = Buffer.from(`${resolve(this.#card.folder.path)}/`);
    return {
      id,
      filename: name,
      path: Buffer.concat([folder, diskName]),
      content: `/api/v1/files/${id}/content`,
    };
  }
}
