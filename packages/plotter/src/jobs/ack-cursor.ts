import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { messageOf, SettingError, systemErrorCode } from '@stationery/core';

const recordBytes = 24;

/**
 * The job and the last command of it that the device answered, and a check sum, in a file of 24 bytes. Writing it
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
    // It has its room on the disk from the beginning: counting must continue when the disk is full.
    if (fstatSync(this.#file).size < recordBytes) this.write(0, -1);
  }

  write(jobId: number, command: number): void {
    this.#record.writeDoubleLE(jobId, 0);
    this.#record.writeDoubleLE(command, 8);
    this.#record.writeDoubleLE(checkSum(jobId, command), 16);
    writeSync(this.#file, this.#record, 0, recordBytes, 0);
  }

  /** The last command of this job that was answered, or -1. */
  read(jobId: number): number {
    const record = Buffer.alloc(recordBytes);
    const length = readSync(this.#file, record, 0, recordBytes, 0);
    const [job, command] = [record.readDoubleLE(0), record.readDoubleLE(8)];
    const isWhole = length === recordBytes && record.readDoubleLE(16) === checkSum(job, command);
    return isWhole && job === jobId ? command : -1;
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}

function checkSum(jobId: number, command: number): number {
  return ((jobId + 1) * 40_503 + (command + 2) * 2_654_435_761) % 4_294_967_291;
}
