import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { ByteSink } from './base64/base64-stream.ts';

/** The minimum that `ByteSink` promises. */
const minRoomBytes = 3;
/** A multiple of the page size and of `minRoomBytes`, so that blocks are written full. */
const blockBytes = minRoomBytes * 256 * 1024;
/** One block is filled while another is written and one may wait. */
const maxBlocksPending = 1;
/** Sync after this many bytes while more arrives, so that the final sync is short. */
const storeEveryBytes = 8 * 1024 * 1024;
/** Only one upload may sync at a time: a slow card would block the few threads that all files share. */
let isStoring = false;

/** Writes a temporary file in large blocks in the background. */
export class FileSink implements ByteSink {
  readonly path: string;
  readonly #handle: FileHandle;
  #block: Buffer = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #spare: Buffer[] = [];
  #written = 0;
  readonly #pending: Promise<void>[] = [];
  #failure: unknown;
  #received = 0;
  #onCard = 0;
  #storedBytes = 0;
  #storing: Promise<void> | undefined;
  #safeBytes = 0;
  #isStoringBroken = false;
  readonly #onStored: (bytes: number) => void;

  static async create(path: string): Promise<FileSink> {
    return new FileSink(path, await open(path, 'wx'));
  }

  /**
   * Opens a temporary file to continue after `firstBytes`. Calls `onStored` with the number of bytes that are
   * on the card.
   */
  static async resume(
    path: string,
    firstBytes: number,
    onStored: (bytes: number) => void,
  ): Promise<FileSink> {
    const handle = await open(path, 'r+');
    try {
      await handle.truncate(firstBytes);
      return new FileSink(path, handle, firstBytes, onStored);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  private constructor(path: string, handle: FileHandle, firstBytes = 0, onStored = (_bytes: number) => {}) {
    this.path = path;
    this.#handle = handle;
    this.#written = firstBytes;
    this.#received = firstBytes;
    this.#onCard = firstBytes;
    this.#storedBytes = firstBytes;
    this.#safeBytes = firstBytes;
    this.#onStored = onStored;
  }

  get receivedBytes(): number {
    return this.#received;
  }

  get writtenBytes(): number {
    return this.#onCard;
  }

  room(): Buffer {
    if (this.#filled + minRoomBytes > blockBytes) this.#handOver();
    return this.#block.subarray(this.#filled);
  }

  commit(bytes: number): void {
    this.#filled += bytes;
    this.#received += bytes;
  }

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const room = this.room();
      const taken = Math.min(room.length, bytes.length - at);
      room.set(bytes.subarray(at, at + taken));
      this.commit(taken);
      at += taken;
    }
  }

  /** Whether the caller should wait before adding more, or stop. */
  get isBehind(): boolean {
    return this.#pending.length > maxBlocksPending || this.#failure !== undefined;
  }

  async keepPace(): Promise<void> {
    while (this.#pending.length > maxBlocksPending) await this.#pending[0];
    if (this.#failure !== undefined) throw this.#failure;
  }

  async finish(): Promise<void> {
    this.#handOver();
    await this.#pending.at(-1);
    await this.#storing;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#handle.sync();
    await this.#handle.close();
  }

  /** Closes the file and stores what it can, even after a failed write. */
  async keep(): Promise<{ storedBytes: number; failure: unknown }> {
    this.#handOver();
    await this.#pending.at(-1);
    await this.#storing;
    try {
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
    // After a failed sync, count only the bytes of earlier syncs: the next sync succeeds although blocks were lost.
    const storedBytes = this.#isStoringBroken ? this.#safeBytes : this.#onCard;
    return { storedBytes, failure: this.#failure };
  }

  async discard(): Promise<void> {
    await this.#pending.at(-1);
    await this.#storing;
    await this.#handle.close().catch(() => undefined);
    await unlink(this.path).catch(() => undefined);
  }

  #handOver(): void {
    const block = this.#block;
    const bytes = block.subarray(0, this.#filled);
    const position = this.#written;
    this.#written += bytes.length;
    this.#filled = 0;
    this.#block = this.#spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
    if (bytes.length === 0) return;
    const before = this.#pending.at(-1);
    this.#pending.push(this.#write(before, block, bytes, position));
  }

  /** Writes a block. Never rejects: keeps the error for the next call and writes nothing after it. */
  async #write(
    before: Promise<void> | undefined,
    block: Buffer,
    bytes: Buffer,
    position: number,
  ): Promise<void> {
    await before;
    try {
      if (this.#failure === undefined) {
        await writeAll(this.#handle, bytes, position);
        this.#onCard += bytes.length;
        this.#storeEarly();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#pending.shift();
    this.#spare.push(block);
  }

  /** Syncs in the background. A failure is remembered, because the kernel reports a lost block only once. */
  #storeEarly(): void {
    if (isStoring || this.#onCard - this.#storedBytes < storeEveryBytes) return;
    isStoring = true;
    this.#storedBytes = this.#onCard;
    const bytes = this.#onCard;
    const stored = (failure?: unknown) => {
      isStoring = false;
      this.#failure ??= failure;
      if (failure !== undefined) this.#isStoringBroken = true;
      else if (!this.#isStoringBroken) {
        this.#safeBytes = bytes;
        this.#onStored(bytes);
      }
    };
    this.#storing = this.#handle.datasync().then(() => stored(), stored);
  }
}

/** Writes all bytes. A nearly full card may write only some of them; the next write then fails with the reason. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position?: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(
      bytes,
      done,
      bytes.length - done,
      position === undefined ? null : position + done,
    );
    done += bytesWritten;
  }
}
