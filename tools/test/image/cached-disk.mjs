// A disk image with a volatile write cache, for `serveDisk`: a power cut loses unflushed sectors. `log` gets every
// write.
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { sectorBytes } from '../power/volatile-disk.mjs';

export class CachedDisk {
  #file;
  /** Unflushed sectors by number. */
  #cache = new Map();

  #log;

  constructor(path, log) {
    this.#log = log;
    this.#file = openSync(path, 'r+');
    this.sizeBytes = fstatSync(this.#file).size;
  }

  read(offset, length) {
    const bytes = Buffer.alloc(length);
    readSync(this.#file, bytes, 0, length, offset);
    if (this.#cache.size > 0)
      for (let at = 0; at < length; at += sectorBytes)
        this.#cache.get((offset + at) / sectorBytes)?.copy(bytes, at);
    return bytes;
  }

  write(offset, bytes, { fua = false } = {}) {
    this.#log?.write(offset, bytes, fua);
    for (let at = 0; at < bytes.length; at += sectorBytes) {
      const number = (offset + at) / sectorBytes;
      if (fua) this.#cache.delete(number);
      else this.#cache.set(number, Buffer.from(bytes.subarray(at, at + sectorBytes)));
    }
    if (fua) writeSync(this.#file, bytes, 0, bytes.length, offset);
  }

  flush() {
    this.#log?.flush();
    this.#keep(() => true);
  }

  /**
   * Writes a random part of the unflushed sectors to the image
   * and drops the rest. Returns the number of lost sectors.
   */
  cutPower(random) {
    const share = random.pick([0, 0, 0.1, 0.5, 0.9]);
    return this.#keep(() => random.next() < share);
  }

  close() {
    closeSync(this.#file);
  }

  #keep(isKept) {
    let lost = 0;
    for (const [number, bytes] of this.#cache) {
      if (isKept()) writeSync(this.#file, bytes, 0, bytes.length, number * sectorBytes);
      else lost++;
    }
    this.#cache.clear();
    return lost;
  }
}

/** The writes of a run, so that the power can be cut in retrospect after any of them. */
export class WriteLog {
  #file;
  #bytes = 0;
  #steps = [];

  constructor(path) {
    this.#file = openSync(path, 'w+');
  }

  get length() {
    return this.#steps.length;
  }

  write(offset, bytes, fua) {
    writeSync(this.#file, bytes, 0, bytes.length, this.#bytes);
    this.#steps.push({ offset, at: this.#bytes, length: bytes.length, fua });
    this.#bytes += bytes.length;
  }

  flush() {
    this.#steps.push(undefined);
  }

  /** Replays the first `count` writes. The disk must have the original content. */
  replay(disk, count) {
    for (const step of this.#steps.slice(0, count)) {
      if (step === undefined) disk.flush();
      else {
        const bytes = Buffer.alloc(step.length);
        readSync(this.#file, bytes, 0, step.length, step.at);
        disk.write(step.offset, bytes, { fua: step.fua });
      }
    }
  }

  close() {
    closeSync(this.#file);
  }
}
