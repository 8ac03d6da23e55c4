import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

const recordBytes = 16;

/**
 * The job and the last command of it that the device answered, in a file of sixteen bytes. Writing it costs
 * microseconds, so it can be done for every command; it survives the end of the process at any moment.
 */
export class AckCursor {
  readonly #file: number;
  readonly #record = Buffer.alloc(recordBytes);

  constructor(path: string) {
    this.#file = openSync(path, 'a+');
    closeSync(this.#file);
    this.#file = openSync(path, 'r+');
    // It has its room on the disk from the beginning: counting must go on when the disk is full.
    if (fstatSync(this.#file).size < recordBytes) this.write(0, -1);
  }

  write(jobId: number, command: number): void {
    this.#record.writeDoubleLE(jobId, 0);
    this.#record.writeDoubleLE(command, 8);
    writeSync(this.#file, this.#record, 0, recordBytes, 0);
  }

  /** The last command of this job that was answered, or -1. */
  read(jobId: number): number {
    const record = Buffer.alloc(recordBytes);
    const length = readSync(this.#file, record, 0, recordBytes, 0);
    return length === recordBytes && record.readDoubleLE(0) === jobId ? record.readDoubleLE(8) : -1;
  }

  close(): void {
    fsyncSync(this.#file);
    closeSync(this.#file);
  }
}
