import { resolve } from 'node:path';
import type { PlayerReason } from '@stationery/contract';
import { isDrawingName } from '@stationery/contract/drawing-formats';
import { splitName } from '@stationery/contract/languages';
import { isSoundOrFilm } from '@stationery/contract/sound-names';
import { AppError, type OnDemand } from '@stationery/core';
import type { Card } from '../card/card.ts';
import { diskPath } from '../card/card-scan.ts';
import { inSlices } from '../card/in-slices.ts';
import type { Tap } from '../scanner/scanner.ts';
import type { StoredFile } from '../store/files-table.ts';
import type { Stream, Streams } from '../streams/streams.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import type { Playable } from './play-queue.ts';
import type { TapMeaning } from './tap-actions.ts';

interface TapMeaningsDeps {
  card: Card;
  tags: TagRegistry;
  streams: OnDemand<Streams>;
  languages: () => readonly string[];
  language: () => string | null;
}

const maxKnownTags = 8;

export class TapMeanings {
  readonly #deps: TapMeaningsDeps;
  /** Files of the most recently tapped tags, cached because a folder can have thousands. */
  #files = new Map<number, readonly Playable[]>();

  constructor(deps: TapMeaningsDeps) {
    this.#deps = deps;
  }

  /** Resolves the meaning of a tag. Returns the reason if it has none or, for a stream, the limit that refuses it. */
  async of(
    { id, serial }: Tap & { id: number },
    limit: PlayerReason | undefined,
  ): Promise<TapMeaning | PlayerReason> {
    const known = this.#deps.tags.details(id).meaning;
    if (known === null) return { code: 'tag-not-bound', serial };
    if (known.kind === 'stream') return limit ?? this.#ofStream({ id, serial }, known.url);
    if (known.kind !== 'playlist' && known.kind !== 'album') return known;
    try {
      await this.#deps.card.refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: 'card-removed' };
    }
    const { name, meaning, playback, missing } = this.#deps.tags.details(id);
    // Check again: while the card was read, the meaning may have changed because a file was found missing.
    if (meaning?.kind !== 'playlist' && meaning?.kind !== 'album') return { code: 'tag-not-bound', serial };
    const files = await this.filesOf(id);
    if (files.length === 0 && meaning.kind === 'playlist' && meaning.files.every(isDrawingName))
      return { kind: 'drawings' };
    if (files.length === 0) {
      const filename = meaning.kind === 'album' ? meaning.folder : meaning.files[0];
      return { code: 'tag-file-missing', filename: filename ?? '' };
    }
    const tag = { id, serial, name };
    return {
      kind: 'playlist',
      tag,
      files,
      isShuffled: meaning.shuffled,
      playback,
      missing: missing.find((file) => !isDrawingName(file)),
    };
  }

  async #ofStream(tag: { id: number; serial: string }, url: string): Promise<TapMeaning | PlayerReason> {
    const { name, playback } = this.#deps.tags.details(tag.id);
    const streams = await this.#deps.streams.get();
    const found = await streams.find(url, name ?? new URL(url).hostname);
    if ('code' in found) return found;
    return {
      kind: 'playlist',
      tag: { ...tag, name },
      files: found.map(streamPlayable),
      isShuffled: false,
      playback,
      missing: undefined,
    };
  }

  /**
   * Returns the files that a tag plays. Leaves out drawings, which are plotted instead, and the pictures and
   * texts of an album.
   */
  async filesOf(tagId: number): Promise<readonly Playable[]> {
    const language = this.#deps.language();
    const files = this.#files.get(tagId) ?? (await this.#readFiles(tagId));
    return language === null ? files : this.#inLanguage(files, language);
  }

  changed(): void {
    this.#files = new Map();
  }

  async #readFiles(tagId: number): Promise<readonly Playable[]> {
    const known = this.#files;
    const files: Playable[] = [];
    const isAlbum = this.#deps.tags.details(tagId).meaning?.kind === 'album';
    await inSlices(this.#deps.tags.fileIds(tagId), (id) => {
      const file = this.#deps.card.known(id);
      if (file === undefined || isDrawingName(file.name) || (isAlbum && !isSoundOrFilm(file.name))) return;
      files.push(this.playable(file));
    });
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= maxKnownTags) known.delete(oldest);
    known.set(tagId, files);
    return files;
  }

  /** Selects the language of each file: one that a folder has in several languages plays once. */
  async #inLanguage(files: readonly Playable[], language: string): Promise<readonly Playable[]> {
    const languages = [...this.#deps.languages(), language];
    const chosen = new Map<number | undefined, Playable>();
    await inSlices(files, (file) => {
      const { stem, ending } = splitName(file.filename, languages);
      const names = [`${stem}.${language}${ending}`, `${stem}${ending}`];
      const found = names.map((name) => this.#deps.card.knownAs(name)).find((known) => known !== undefined);
      const playable = found === undefined ? file : this.playable(found);
      chosen.set(playable.id, playable);
    });
    return [...chosen.values()];
  }

  file(id: number): Playable | undefined {
    const file = this.#deps.card.known(id);
    return file && this.playable(file);
  }

  playable(file: StoredFile): Playable {
    return new CardFile(file, this.#deps.card.folder.path);
  }
}

/**
 * A file on the card. Builds path and URL only on use, because an album has thousands of files of which one is played.
 */
class CardFile implements Playable {
  readonly #diskName: Buffer;
  readonly #card: string;
  readonly id: number;
  readonly filename: string;

  constructor({ id, name, diskName }: StoredFile, card: string) {
    this.id = id;
    this.filename = name;
    this.#diskName = diskName;
    this.#card = card;
  }

  get path(): Buffer {
    return diskPath(resolve(this.#card), this.#diskName);
  }

  get content(): string {
    return `/api/v1/files/${this.id}/content`;
  }
}

function streamPlayable({ content, ...stream }: Stream): Playable {
  return { id: undefined, filename: stream.title, path: Buffer.alloc(0), content, stream };
}
