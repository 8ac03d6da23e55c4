// A disk with a volatile write cache: unflushed writes may be lost in a power cut, in any order,
// torn at sector size. Records every write and flush, so that the power can be cut in retrospect at
// any point.

export const sectorBytes = 512;

export class VolatileDisk {
  #now;
  /** Content when the record began. */
  start;
  /** Entries are `{ at, offset, bytes, fua }` or `{ at, flush: true }`. `at` orders the events of all disks. */
  record = [];
  #clock;

  /** `clock` is shared by all disks that lose power together. */
  constructor(image, clock = new Clock()) {
    this.#clock = clock;
    this.start = Buffer.from(image);
    this.#now = Buffer.from(image);
  }

  /** Makes a read-only disk from a saved recording. */
  static recorded(start, record) {
    const disk = new VolatileDisk(start);
    disk.record = record.map((entry) =>
      entry.flush ? entry : { ...entry, bytes: Buffer.from(entry.bytes) },
    );
    return disk;
  }

  get sizeBytes() {
    return this.#now.length;
  }

  read(offset, length) {
    return Buffer.from(this.#now.subarray(offset, offset + length));
  }

  write(offset, bytes, { fua = false } = {}) {
    bytes.copy(this.#now, offset);
    this.record.push({ at: this.#clock.next(), offset, bytes: Buffer.from(bytes), fua });
  }

  flush() {
    this.record.push({ at: this.#clock.next(), flush: true });
  }

  /**
   * Returns the content after a power cut at `at`: everything flushed, and a random part of the rest, which is
   * often nothing, otherwise some sectors.
   */
  after(at, random) {
    const image = Buffer.from(this.start);
    let cached = [];
    for (const entry of this.record) {
      if (entry.at > at) break;
      if (entry.flush) {
        for (const { offset, bytes } of cached) bytes.copy(image, offset);
        cached = [];
      } else if (entry.fua) {
        // FUA writes bypass the cache and invalidate cached sectors.
        cached = cached.flatMap((write) => without(write, entry));
        entry.bytes.copy(image, entry.offset);
      } else cached.push(entry);
    }
    const share = random.pick([0, 0, 0.1, 0.5, 0.9, 1]);
    for (const { offset, bytes } of cached) {
      for (let start = 0; start < bytes.length; start += sectorBytes) {
        if (random.next() < share) bytes.copy(image, offset + start, start, start + sectorBytes);
      }
    }
    return image;
  }
}

/** Orders the events of several disks and their users. */
export class Clock {
  #last = 0;

  get now() {
    return this.#last;
  }

  next() {
    return ++this.#last;
  }
}

function without({ at, offset, bytes }, hole) {
  const [from, to] = [hole.offset - offset, hole.offset + hole.bytes.length - offset];
  if (to <= 0 || from >= bytes.length) return [{ at, offset, bytes }];
  const parts = [];
  if (from > 0) parts.push({ at, offset, bytes: bytes.subarray(0, from) });
  if (to < bytes.length) parts.push({ at, offset: offset + to, bytes: bytes.subarray(to) });
  return parts;
}
