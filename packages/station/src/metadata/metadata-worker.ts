import type { FileHandle } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { parseFromTokenizer, selectCover } from 'music-metadata';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';
import { type MetadataTask, nothingKnown, type ReadMetadata } from './metadata-messages.ts';

/** Longer texts are cut. */
const maxCharacters = 200;
/** Longer durations are ignored. */
const maxMs = 7 * 24 * 3600 * 1000;

/** Reads metadata in a worker thread, because file contents are untrusted. */
parentPort?.on('message', async (task: MetadataTask) => {
  const found = await read(task).catch(() => nothingKnown);
  await task.handle.close().catch(() => undefined);
  parentPort?.postMessage(found);
});

async function read({ handle, sizeBytes, mediaType, wantsCover }: MetadataTask): Promise<ReadMetadata> {
  const file = new BoundedFile(handle, {
    size: sizeBytes,
    ...(mediaType !== undefined && { mimeType: mediaType }),
  });
  const { common, format } = await parseFromTokenizer(file, { duration: false });
  const picture = selectCover(common.picture);
  const type = picture && coverType(picture.data);
  const hasCover = Boolean(type) && (picture?.data.length ?? 0) <= maxCoverBytes;
  const durationMs = Math.round((format.duration ?? 0) * 1000);
  return {
    title: words(common.title),
    artist: words(common.artist),
    album: words(common.album),
    durationMs: durationMs > 0 && durationMs < maxMs ? durationMs : null,
    hasCover,
    ...(wantsCover && hasCover && type && picture && { cover: { mediaType: type, bytes: picture.data } }),
  };
}

function words(text: string | undefined): string | null {
  const plain = (text ?? '')
    .slice(0, 4 * maxCharacters)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .trim();
  return plain === '' ? null : plain;
}

/** Larger pictures are not used as covers. */
const maxCoverBytes = 8 * 1024 * 1024;

/** Detects the type of a cover. The declared type is untrusted, and browsers must only get pictures. */
function coverType(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 12));
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Metadata is at the beginning or end of a file. Files that require more than this are rejected. */
const maxBytesRead = 32 * 1024 * 1024;
/** Limit for one read, enough for a cover picture. */
const maxBytesAtOnce = 16 * 1024 * 1024;

class BoundedFile extends AbstractTokenizer {
  override fileInfo: { size: number; mimeType?: string };
  readonly #handle: FileHandle;
  #readBytes = 0;

  constructor(handle: FileHandle, fileInfo: { size: number; mimeType?: string }) {
    super({ fileInfo, maxBufferSize: maxBytesAtOnce });
    this.#handle = handle;
    this.fileInfo = fileInfo;
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(into: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(into, options);
    this.position = position;
    const bytesRead = await this.#read(into, length, mayBeLess);
    this.position += bytesRead;
    return bytesRead;
  }

  override async peekBuffer(into: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { length, position, mayBeLess } = this.normalizeOptions(into, options);
    return this.#read(into, length, mayBeLess, position);
  }

  async #read(
    into: Uint8Array,
    length: number,
    mayBeLess = false,
    position = this.position,
  ): Promise<number> {
    this.#readBytes += length;
    if (this.#readBytes > maxBytesRead) throw new EndOfStreamError();
    const { bytesRead } = await this.#handle.read(into, 0, length, position);
    if (bytesRead < length && !mayBeLess) throw new EndOfStreamError();
    return bytesRead;
  }
}
