import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Space for a start: the log of the database, its index, and a lock. */
const spareBytes = 1024 * 1024;

/**
 * Reserves disk space in a data folder. If the disk is full at the next start, the database gets this space:
 * a service that cannot start cannot be asked to delete anything.
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

  keep(): void {
    try {
      const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (size === spareBytes || this.#freeBytes() < 4 * spareBytes) return;
      writeFileSync(this.#path, Buffer.alloc(spareBytes, 1));
    } catch {
      this.#give();
    }
  }

  /** Leaves anything that took its place, such as a folder; it only means less reserve. */
  #give(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // Not the reserve file.
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }
}
