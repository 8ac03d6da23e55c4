import { randomBytes } from 'node:crypto';
import { lstat, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Clock, type Logger, systemErrorCode } from '@stationery/core';
import { isMediaType } from '@stationery/http';
import type { StoredFile } from '../../store/files-table.ts';
import type { StoredUpload, UploadsTable } from '../../store/uploads-table.ts';
import type { Card, UnfinishedUploads } from '../card.ts';
import { cardError } from '../card-folder.ts';
import { diskPath } from '../card-scan.ts';
import { checkFilePath } from '../file-name.ts';
import { changedMeanwhile } from '../replace-file.ts';
import { FileSink } from './file-sink.ts';
import { reserveRoom, watchRoom } from './room.ts';
import { temporaryName } from './temporary-name.ts';
import { newFileTarget, replacementTarget } from './upload-target.ts';

const hourMs = 3_600_000;
/** Uploads are removed if they were not continued for this long. Only time while the station runs counts. */
export const expiresAfterMs = 24 * hourMs;
/** Uploads not continued for this long are removed if their space is needed. */
const givesWayAfterMs = hourMs;
const ageEveryMs = 10 * 60_000;
/** Maximum number of unfinished uploads, and also of finished uploads whose client may still ask. */
const maxUploads = 100;

/** Errors that would occur again if the upload were resumed. */
const finalCodes = ['name-taken', 'file-changed', 'unknown-file', 'invalid-name', 'resource-mismatch'];

interface ResumableUploadsDeps {
  table: UploadsTable;
  clock: Clock;
  log: Logger;
  limitBytes: number;
  card: () => Card;
}

interface NewUpload {
  filename: string;
  mediaType: string | undefined;
  sizeBytes: number;
  metadata: Record<string, string | null>;
  replaces: number | undefined;
}

/**
 * Uploads that clients may resume. Their bytes go to a hidden file on the card; the database records how many
 * are safe.
 */
export class ResumableUploads implements UnfinishedUploads {
  readonly #deps: ResumableUploadsDeps;
  readonly #table: UploadsTable;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** The files that uploads replace, as they were when the upload began. */
  readonly #replaced = new Map<string, StoredFile>();
  #stopAging = () => {};
  #aging: Promise<void> = Promise.resolve();

  constructor(deps: ResumableUploadsDeps) {
    this.#deps = deps;
    this.#table = deps.table;
  }

  get #card(): Card {
    return this.#deps.card();
  }

  start(): void {
    const { clock, log } = this.#deps;
    this.#stopAging = clock.every(ageEveryMs, () => {
      this.#aging = this.#age().catch((err: unknown) => log.error({ err }, 'old uploads not removed'));
    });
  }

  async close(): Promise<void> {
    this.#stopAging();
    await this.#aging;
  }

  has(name: string): boolean {
    return this.#unfinished().some(({ id }) => temporaryName(id) === name);
  }

  async makeRoom(): Promise<boolean> {
    const idle = this.#unfinished().filter(
      ({ id, idleMs }) => idleMs >= givesWayAfterMs && !this.#turns.has(id),
    );
    for (const { id } of idle) await this.#discard(id);
    return idle.length > 0;
  }

  async list(): Promise<StoredUpload[]> {
    await this.#card.refresh();
    const found = await Promise.all(
      this.#unfinished().map(async (upload) => {
        const sizeBytes = await this.#sizeOnCard(upload.id);
        return sizeBytes === undefined
          ? []
          : [{ ...upload, storedBytes: Math.min(sizeBytes, upload.storedBytes) }];
      }),
    );
    return found.flat();
  }

  async create(wanted: NewUpload): Promise<StoredUpload> {
    const card = this.#card;
    const { sizeBytes, replaces } = wanted;
    if (wanted.mediaType !== undefined && !isMediaType(wanted.mediaType))
      throw new AppError('invalid-request', 'The media type must look like “audio/mpeg”.', { pointer: '' });
    (await reserveRoom(card, sizeBytes, this.#deps.limitBytes)).reservation.end();
    const target =
      replaces === undefined ? newFileTarget(card, checkFilePath) : await replacementTarget(card, replaces);
    const filename = target.takeName(wanted.filename, '');
    const old = replaces === undefined ? undefined : await card.get(replaces);
    const id = randomBytes(8).toString('hex');
    await this.#dropOldest();
    this.#table.add({
      ...wanted,
      id,
      filename,
      storedBytes: 0,
      replaces: old && { id: old.id, sizeBytes: old.sizeBytes, modifiedNs: String(old.modifiedNs) },
    });
    if (old !== undefined) this.#replaced.set(id, old);
    try {
      await (await open(this.#path(id), 'wx')).close();
    } catch (error) {
      this.#forget(id);
      throw cardError(error, card.folder.path);
    }
    return this.get(id);
  }

  /** Returns an upload. Finishes it first if all its bytes are there and a crash interrupted its end. */
  get(id: string): Promise<StoredUpload> {
    return this.#runInOrder(id, async () => {
      const upload = await this.#current(id);
      return upload.fileId === undefined && upload.storedBytes === upload.sizeBytes
        ? this.#settle(upload)
        : upload;
    });
  }

  /** Appends bytes. Keeps those received before the connection broke. */
  append(id: string, offset: number, chunks: AsyncIterable<Uint8Array>): Promise<StoredUpload> {
    return this.#runInOrder(id, async () => {
      const upload = await this.#current(id);
      if (offset !== upload.storedBytes) {
        throw new AppError(
          'offset-mismatch',
          `The station has ${upload.storedBytes} bytes of this upload, and not ${offset}. Ask for the offset and resume there.`,
        );
      }
      if (upload.fileId !== undefined) return upload;
      const storedBytes = await this.#write(upload, chunks);
      const now = { ...upload, storedBytes, idleMs: 0 };
      return storedBytes === upload.sizeBytes ? this.#settle(now) : now;
    });
  }

  /** Removes an upload. If it is finished, its file stays on the card. */
  remove(id: string): Promise<void> {
    return this.#runInOrder(id, async () => {
      const { fileId } = this.#table.get(id) ?? unknownUpload();
      if (fileId !== undefined) this.#forget(id);
      else await this.#discard(id);
    });
  }

  async #write(upload: StoredUpload, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    const { id, sizeBytes, storedBytes: firstBytes } = upload;
    const card = this.#card;
    const { reservation } = await reserveRoom(card, sizeBytes, this.#deps.limitBytes, firstBytes);
    return card.uploading(temporaryName(id), async () => {
      try {
        const sink = await FileSink.resume(this.#path(id), firstBytes, (bytes) =>
          this.#table.stored(id, bytes),
        );
        const fault = await pour(
          chunks,
          sink,
          watchRoom(card, { sink, reservation, limitBytes: sizeBytes, firstBytes }),
        );
        const { storedBytes, failure } = await sink.keep();
        this.#table.stored(id, storedBytes);
        if (fault !== undefined) throw fault.error;
        if (failure !== undefined) throw failure;
        return storedBytes;
      } catch (error) {
        throw cardError(error, card.folder.path);
      } finally {
        reservation.end();
      }
    });
  }

  /** Returns the upload with the bytes that are really on the card; a power cut may have lost some. */
  async #current(id: string): Promise<StoredUpload> {
    const upload = this.#table.get(id) ?? unknownUpload();
    if (upload.fileId !== undefined) return upload;
    await this.#card.refresh();
    const sizeBytes = await this.#sizeOnCard(id);
    if (sizeBytes !== undefined) return { ...upload, storedBytes: Math.min(sizeBytes, upload.storedBytes) };
    // The temporary file is gone: a crash came right after the file got its name, or a different card is in.
    const file = await this.#fileOf(upload);
    if (file === undefined || upload.storedBytes < upload.sizeBytes) return unknownUpload();
    this.#table.finished(id, file.id);
    return { ...upload, fileId: file.id };
  }

  async #fileOf({ filename, sizeBytes, replaces }: StoredUpload): Promise<StoredFile | undefined> {
    const file = await this.#card.find(filename);
    const isIt = file?.sizeBytes === sizeBytes && (replaces === undefined || replaces.id === file.id);
    return isIt ? file : undefined;
  }

  async #settle(upload: StoredUpload): Promise<StoredUpload> {
    const { id, filename, mediaType, replaces } = upload;
    const card = this.#card;
    try {
      const file = await card.uploading(temporaryName(id), async () =>
        replaces === undefined
          ? card.adopt(this.#path(id), filename, mediaType)
          : card.replace(this.#path(id), await this.#toBeReplaced(upload), mediaType),
      );
      this.#table.finished(id, file.id);
      this.#replaced.delete(id);
      return { ...upload, fileId: file.id };
    } catch (error) {
      const file = await this.#hasItsName(upload).catch(() => undefined);
      if (file === undefined) {
        if (error instanceof AppError && finalCodes.includes(error.code)) await this.#discard(id);
        throw error;
      }
      await unlink(this.#path(id));
      this.#table.finished(id, file.id);
      return { ...upload, fileId: file.id };
    }
  }

  /** Returns the file if it has its final name already: a crash during the rename can leave both names. */
  async #hasItsName(upload: StoredUpload): Promise<StoredFile | undefined> {
    const file = await this.#fileOf(upload);
    if (file === undefined) return undefined;
    const [temporary, named] = await Promise.all([
      lstat(this.#path(upload.id), { bigint: true }),
      lstat(diskPath(this.#card.folder.path, file.diskName), { bigint: true }),
    ]);
    return temporary.ino === named.ino ? file : undefined;
  }

  async #toBeReplaced({ id, replaces }: StoredUpload): Promise<StoredFile> {
    const now = await this.#card.get(replaces?.id ?? 0);
    const isSame = now.sizeBytes === replaces?.sizeBytes && String(now.modifiedNs) === replaces.modifiedNs;
    return this.#replaced.get(id) ?? (isSame ? now : changedMeanwhile(now));
  }

  async #sizeOnCard(id: string): Promise<number | undefined> {
    try {
      return (await lstat(this.#path(id))).size;
    } catch (error) {
      if (systemErrorCode(error) === 'ENOENT') return undefined;
      throw cardError(error, this.#card.folder.path);
    }
  }

  #unfinished(): StoredUpload[] {
    return this.#table.all().filter(({ fileId }) => fileId === undefined);
  }

  async #age(): Promise<void> {
    const all = this.#table.all();
    if (all.length === 0) return;
    this.#table.age(ageEveryMs);
    for (const { id, idleMs, fileId } of all) {
      if (idleMs + ageEveryMs < expiresAfterMs || this.#turns.has(id)) continue;
      if (fileId !== undefined) this.#forget(id);
      else await this.#discard(id);
    }
  }

  /** Removes the least recently used uploads beyond the limit. */
  async #dropOldest(): Promise<void> {
    const all = this.#table.all().filter(({ id }) => !this.#turns.has(id));
    for (const { id } of all.filter(({ fileId }) => fileId !== undefined).slice(maxUploads - 1))
      this.#forget(id);
    for (const { id } of all.filter(({ fileId }) => fileId === undefined).slice(maxUploads - 1))
      await this.#discard(id);
  }

  async #discard(id: string): Promise<void> {
    this.#forget(id);
    // If the card is out, the file will be removed later as a left-over.
    await unlink(this.#path(id)).catch(() => undefined);
  }

  #forget(id: string): void {
    this.#table.remove(id);
    this.#replaced.delete(id);
  }

  #path(id: string): string {
    return join(this.#card.folder.path, temporaryName(id));
  }

  async #runInOrder<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(id);
    const turn = Promise.resolve(before).then(work, work);
    this.#turns.set(id, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(id) === turn) this.#turns.delete(id);
    }
  }
}

/**
 * Writes the chunks to the sink. Returns an error instead of rejecting, because the bytes received before it are kept.
 */
async function pour(
  chunks: AsyncIterable<Uint8Array>,
  sink: FileSink,
  afterChunk: () => Promise<void>,
): Promise<{ error: unknown } | undefined> {
  try {
    for await (const chunk of chunks) {
      sink.push(chunk);
      await afterChunk();
    }
    return undefined;
  } catch (error) {
    return { error };
  }
}

function unknownUpload(): never {
  throw new AppError('unknown-upload', 'This upload does not exist, or no longer. Start it again.');
}
