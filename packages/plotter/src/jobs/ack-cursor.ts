import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { messageOf, SettingError, systemErrorCode } from '@stationery/core';

/** How far a job has come, in commands from its first. */
export interface Counted {
  /** Those that the machine has carried out, or refused. */
  executed: number;
  /** Those that were given to the machine: what it has carried out of the ones in between is not known after a crash. */
  sent: number;
}

const recordBytes = 32;
/** Before machines were sent commands ahead: the job, its last command that was answered, and the check sum. */
const oldRecordBytes = 24;

/**
 * A job, how many of its commands were executed and sent, and a check sum, in a file of 32 bytes. Writing it
 * costs microseconds, so it can be done for every command; it survives the end of the process at any moment. A file that
 * was damaged says nothing: commands that it counted are drawn again, and none is left out.
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
    const { size } = fstatSync(this.#file);
    // It has its room on the disk from the beginning: counting must continue when the disk is full.
    if (size === oldRecordBytes) this.#takeOver();
    else if (size < recordBytes) this.write(0, { executed: 0, sent: 0 });
  }

  write(jobId: number, { executed, sent }: Counted): void {
    this.#record.writeDoubleLE(jobId, 0);
    this.#record.writeDoubleLE(executed, 8);
    this.#record.writeDoubleLE(sent, 16);
    this.#record.writeDoubleLE(checkSum(jobId, executed, sent), 24);
    writeSync(this.#file, this.#record, 0, recordBytes, 0);
  }

  /** Nothing, where it is about another job. */
  read(jobId: number): Counted {
    const record = this.#read(recordBytes);
    const [job, executed, sent] = [record.readDoubleLE(0), record.readDoubleLE(8), record.readDoubleLE(16)];
    const isWhole = record.readDoubleLE(24) === checkSum(job, executed, sent);
    return isWhole && job === jobId ? { executed, sent } : { executed: 0, sent: 0 };
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  /** What the version before this one has counted. Of the next command it did not say whether it was sent. */
  #takeOver(): void {
    const record = this.#read(oldRecordBytes);
    const [job, last] = [record.readDoubleLE(0), record.readDoubleLE(8)];
    const isWhole = record.readDoubleLE(16) === ((job + 1) * 40_503 + (last + 2) * 2_654_435_761) % modulus;
    if (isWhole) this.write(job, { executed: last + 1, sent: last + 2 });
    else this.write(0, { executed: 0, sent: 0 });
  }

  #read(bytes: number): Buffer {
    const record = Buffer.alloc(recordBytes);
    readSync(this.#file, record, 0, bytes, 0);
    return record;
  }
}

const modulus = 4_294_967_291;

/** Each term stays below the largest whole number that a double holds exactly. Not 0 for a file of zeros. */
function checkSum(jobId: number, executed: number, sent: number): number {
  const terms = [
    (jobId + 1) * 40_503,
    ((executed + 2) * 2_654_435) % modulus,
    ((sent + 3) * 1_597_463) % modulus,
  ];
  return terms.reduce((sum, term) => sum + term, 0) % modulus;
}
