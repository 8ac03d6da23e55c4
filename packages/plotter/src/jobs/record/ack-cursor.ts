import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { messageOf, SettingError, systemErrorCode } from '@stationery/core';

export interface Counted {
  /** Commands that the machine has executed or refused. */
  executed: number;
  /** Commands that were sent. After a crash, the result of those beyond `executed` is unknown. */
  sent: number;
}

const recordBytes = 32;

/**
 * Stores the progress of a job in a file of 32 bytes. Writing takes microseconds, so it is done for every command; it
 * survives a crash at any moment. A damaged file is ignored: its commands are plotted again, and none is skipped.
 */
export class AckCursor {
  readonly #file: number;
  readonly #record = Buffer.alloc(recordBytes);

  constructor(path: string) {
    try {
      closeSync(openSync(path, 'a+'));
      this.#file = openSync(path, 'r+');
    } catch (error) {
      throw new SettingError(
        `${path} cannot be read and written (${systemErrorCode(error) ?? messageOf(error)}); run “stationery doctor --repair”, or move it away`,
      );
    }
    // Allocated up front, because counting must continue on a full disk.
    if (fstatSync(this.#file).size < recordBytes) this.write(0, { executed: 0, sent: 0 });
  }

  write(jobId: number, { executed, sent }: Counted): void {
    this.#record.writeDoubleLE(jobId, 0);
    this.#record.writeDoubleLE(executed, 8);
    this.#record.writeDoubleLE(sent, 16);
    this.#record.writeDoubleLE(checkSum(jobId, executed, sent), 24);
    writeSync(this.#file, this.#record, 0, recordBytes, 0);
  }

  /** Returns zeros if the file is about a different job. */
  read(jobId: number): Counted {
    const record = Buffer.alloc(recordBytes);
    readSync(this.#file, record, 0, recordBytes, 0);
    const [job, executed, sent] = [record.readDoubleLE(0), record.readDoubleLE(8), record.readDoubleLE(16)];
    const isWhole = record.readDoubleLE(24) === checkSum(job, executed, sent);
    return isWhole && job === jobId ? { executed, sent } : { executed: 0, sent: 0 };
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

const modulus = 4_294_967_291;

/**
 * Each term stays within the safe integers. The checksum is not 0 for a file of zeros, so that such a file counts as
 * damaged.
 */
function checkSum(jobId: number, executed: number, sent: number): number {
  const terms = [
    (jobId + 1) * 40_503,
    ((executed + 2) * 2_654_435) % modulus,
    ((sent + 3) * 1_597_463) % modulus,
  ];
  return terms.reduce((sum, term) => sum + term, 0) % modulus;
}
