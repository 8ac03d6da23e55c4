import type { FileHandle } from 'node:fs/promises';
import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3/core';

/** Metadata is at the beginning or end of a file. Files that require more than this are rejected. */
const maxBytesRead = 32 * 1024 * 1024;
/** Limit for one read, enough for a cover picture. */
const maxBytesAtOnce = 16 * 1024 * 1024;

/** A file tokenizer for music-metadata that ends after too many bytes. */
export class BoundedFile extends AbstractTokenizer {
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
