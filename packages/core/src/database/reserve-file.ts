import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a service needs to start: the log of its database, an index of the log, and a lock. */
const spareBytes = 1024 * 1024;

/**
 * A file in a data folder that only takes room. When the disk is full at the next start, it gives that room to the
 * database: a service that cannot start cannot be asked to delete anything.
 */
export class ReserveFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'spare-room');
  }

  giveIfFull(): void {
    if (this.#freeBytes() < spareBytes) this.#give();
  }

  /** Where there is room for it. */
  keep(): void {
    try {
      const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (size === spareBytes || this.#freeBytes() < 4 * spareBytes) return;
      writeFileSync(this.#path, Buffer.alloc(spareBytes, 1));
    } catch {
      this.#give();
    }
  }

  /** What has taken its place, such as a folder, is left alone: it only means less room when the disk is full. */
  #give(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // It is not ours.
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }
}
