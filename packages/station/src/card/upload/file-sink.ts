import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { ByteSink } from './base64/base64-stream.ts';

/** Whole pages, and whole groups of base64: a block is full when it is written, and begins where a page does. */
const blockBytes = 3 * 256 * 1024;
/** What a group of base64 gives. */
const leastRoomBytes = 3;
/** One block is filled while another is written and one may wait. */
const mostBlocksPending = 1;
/** After so much the card is made to store what it has while more arrives: little is left for the sync at the end. */
const storeEveryBytes = 8 * 1024 * 1024;
/** A slow card takes long for it: only one upload may keep a thread of the few that all files share. */
let isStoring = false;

/** A temporary file that bytes are gathered for and written to in large blocks, behind the decoder's back. */
export class FileSink implements ByteSink {
  readonly path: string;
  readonly #handle: FileHandle;
  #block: Buffer = Buffer.allocUnsafeSlow(blockBytes);
  #filled = 0;
  #spare: Buffer[] = [];
  #written = 0;
  /** Writes under way or queued, oldest first. */
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

  /** A file of which the first `firstBytes` bytes are kept. `onStored` is told how many of its bytes the card has stored. */
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

  /** Of these, the bytes that the card has taken. */
  get writtenBytes(): number {
    return this.#onCard;
  }

  room(): Buffer {
    if (this.#filled + leastRoomBytes > blockBytes) this.#handOver();
    return this.#block.subarray(this.#filled);
  }

  commit(bytes: number): void {
    this.#filled += bytes;
    this.#received += bytes;
  }

  /** Bytes that need no decoding. */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const room = this.room();
      const taken = Math.min(room.length, bytes.length - at);
      room.set(bytes.subarray(at, at + taken));
      this.commit(taken);
      at += taken;
    }
  }

  /** Whether there is a reason to wait before more comes, or not to continue at all. */
  get isBehind(): boolean {
    return this.#pending.length > mostBlocksPending || this.#failure !== undefined;
  }

  /** Waits while too much is on its way to the card; rejects when the card refused a block. */
  async keepPace(): Promise<void> {
    while (this.#pending.length > mostBlocksPending) await this.#pending[0];
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Everything is on the card when this resolves. */
  async finish(): Promise<void> {
    this.#handOver();
    await this.#pending.at(-1);
    await this.#storing;
    if (this.#failure !== undefined) throw this.#failure;
    await this.#handle.sync();
    await this.#handle.close();
  }

  /**
   * Stores as much as the card takes, also where it refused a block, and gives the number of bytes that are safely on it.
   * `failure` is what it refused with.
   */
  async keep(): Promise<{ storedBytes: number; failure: unknown }> {
    this.#handOver();
    await this.#pending.at(-1);
    await this.#storing;
    try {
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
    }
    // After a sync that failed, the next one succeeds although blocks were lost.
    const storedBytes = this.#isStoringBroken ? this.#safeBytes : this.#onCard;
    return { storedBytes, failure: this.#failure };
  }

  /** Removes the file, whatever state it is in. */
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

  /** Never rejects: a failure is stored for the next call, and nothing is written after it. */
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

  /** Its failure counts: the kernel reports a block that it could not store only once. */
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

/** A card that is nearly full takes less than it is given; the next write then says why. */
async function writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
