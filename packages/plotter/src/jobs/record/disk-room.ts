import { statfsSync } from 'node:fs';
import { diskFull } from '@stationery/core';

const reserveBytes = 1024 * 1024;

export class DiskRoom {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isFull(): boolean {
    try {
      const { blocks, bavail, bsize } = statfsSync(this.#folder);
      // Some network and container file systems do not count their blocks.
      return blocks > 0 && bavail * bsize < reserveBytes;
    } catch {
      // The space is unknown. If the disk is full, the write itself fails.
      return false;
    }
  }

  refuseWithoutRoom(): void {
    if (this.isFull) throw diskFull();
  }
}
