import { statfsSync } from 'node:fs';
import { diskFull } from '@stationery/core';

/** Less than this is kept for what must still be saved: that jobs were stopped, and how far they came. */
const reserveBytes = 1024 * 1024;

/** Whether there is room for more on the disk of the data folder. */
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
      // Where the system does not say, the writing itself will.
      return false;
    }
  }

  refuseWithoutRoom(): void {
    if (this.isFull) throw diskFull();
  }
}
