import { setImmediate } from 'node:timers/promises';
import type { FileMetadata } from '@stationery/contract';
import { AppError, type Clock, lazy, type OpenDatabase, SerialQueue } from '@stationery/core';
import mime from 'mime';
import type { Card } from '../card/card.ts';
import type { IndexChange } from '../card/card-index.ts';
import type { StoredFile } from '../store/files-table.ts';
import { MetadataTable, type StoredMetadata } from '../store/metadata-table.ts';
import { nothingKnown, type ReadMetadata } from './metadata-messages.ts';
import { MetadataThread } from './metadata-thread.ts';

interface MetadataReaderDeps {
  opened: OpenDatabase;
  card: Card;
  clock: Clock;
  onRead: (files: FileMetadata[]) => void;
}

const batchFiles = 40;

/** Reads the metadata of files, each version of a file once. Starts with the first request for the list. */
export class MetadataReader {
  readonly #card: Card;
  readonly #onRead: (files: FileMetadata[]) => void;
  readonly #table: MetadataTable;
  readonly #thread: MetadataThread;
  /** Reads one file at a time, even for concurrent requests. */
  readonly #reading = new SerialQueue();
  readonly #unread = new Set<number>();
  #isFollowing = false;
  #isRunning = false;
  #isClosed = false;

  constructor({ opened, card, clock, onRead }: MetadataReaderDeps) {
    this.#card = card;
    this.#onRead = onRead;
    this.#table = new MetadataTable(lazy(() => opened.journal()));
    this.#thread = new MetadataThread(clock);
  }

  async list(): Promise<{ known: FileMetadata[]; unread: number }> {
    const { blocks } = await this.#card.list();
    const known: FileMetadata[] = [];
    for (const files of blocks) {
      const [first, last] = [files[0], files.at(-1)];
      if (first === undefined || last === undefined) continue;
      const stored = new Map(this.#table.between(first.id, last.id).map((row) => [row.fileId, row]));
      for (const file of files) {
        const row = stored.get(file.id);
        if (row?.version === versionOf(file)) {
          if (saysSomething(row)) known.push(describe(row));
        } else if (hasMetadata(file)) this.#unread.add(file.id);
      }
      await setImmediate();
    }
    this.#isFollowing = true;
    const unread = this.#unread.size;
    void this.#readAll();
    return { known, unread };
  }

  async ofFile(id: number): Promise<FileMetadata> {
    const file = await this.#card.get(id);
    const stored = this.#table.get(id);
    return describe(stored?.version === versionOf(file) ? stored : (await this.#read(id)).row);
  }

  async cover(id: number): Promise<{ mediaType: string; bytes: Uint8Array }> {
    const file = await this.#card.get(id);
    const stored = this.#table.get(id);
    const isKnownWithout = stored?.version === versionOf(file) && !stored.hasCover;
    const cover = isKnownWithout ? undefined : (await this.#read(id, true)).cover;
    if (cover === undefined) throw new AppError('no-cover', `“${file.name}” has no cover.`);
    return cover;
  }

  filesChanged(changes: readonly IndexChange[]): void {
    if (!this.#isFollowing) return;
    for (const { kind, file } of changes) {
      if (kind === 'removed') this.#unread.delete(file.id);
      else if (hasMetadata(file)) this.#unread.add(file.id);
    }
    void this.#readAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unread.clear();
    this.#thread.close();
    await this.#reading.close();
  }

  async #readAll(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    let batch: FileMetadata[] = [];
    const publish = () => {
      if (batch.length > 0 && !this.#isClosed) this.#onRead(batch);
      batch = [];
    };
    for (const id of this.#unread) {
      this.#unread.delete(id);
      try {
        batch.push(describe((await this.#read(id)).row));
      } catch (error) {
        // If only this file is gone, continue. Otherwise the card may be gone: stop until the next request.
        if (!(error instanceof AppError && error.code === 'unknown-file')) this.#unread.clear();
      }
      if (batch.length >= batchFiles || this.#unread.size === 0) publish();
    }
    this.#isRunning = false;
  }

  #read(id: number, wantsCover = false): Promise<{ row: StoredMetadata; cover: ReadMetadata['cover'] }> {
    return this.#reading.run(async () => {
      const { file, handle } = await this.#card.openContent(id);
      const { sizeBytes } = file;
      if (this.#isClosed) await handle.close();
      const mediaType = mime.getType(file.name) ?? undefined;
      const found = this.#isClosed
        ? nothingKnown
        : await this.#thread.read({ handle, sizeBytes, mediaType, wantsCover });
      const { cover, ...rest } = found;
      const row = { fileId: id, version: versionOf(file), ...rest };
      if (!this.#isClosed) this.#table.set(row);
      return { row, cover };
    });
  }
}

const versionOf = ({ modifiedNs, sizeBytes }: StoredFile) =>
  `${modifiedNs.toString(36)}-${sizeBytes.toString(36)}`;

/** Whether the file may have metadata: only audio and video files that are not empty. */
const hasMetadata = ({ name, sizeBytes }: StoredFile) =>
  sizeBytes > 0 && /^(?:audio|video)\//.test(mime.getType(name) ?? '');

const saysSomething = ({ title, artist, album, durationMs, hasCover }: StoredMetadata) =>
  title !== null || artist !== null || album !== null || durationMs !== null || hasCover;

function describe({ fileId, version, title, artist, album, durationMs, hasCover }: StoredMetadata) {
  return {
    id: fileId,
    title,
    artist,
    album,
    duration: durationMs === null ? null : durationMs / 1000,
    cover: hasCover ? `/api/v1/files/${fileId}/cover?version=${version}` : null,
  };
}
