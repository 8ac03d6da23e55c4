/** Event types from `linux/input-event-codes.h`. */
export const eventTypes = { key: 1, relative: 2 };

export interface InputEvent {
  type: number;
  code: number;
  /** State of a key: 0 released, 1 pressed, 2 repeated while it is held. */
  value: number;
}

/** Parses events from chunks of any size. */
export class InputEvents {
  /** Size of an event: two longs for the time, then 8 bytes for type, code and value. */
  readonly #size: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ longBytes = ['arm', 'ia32'].includes(process.arch) ? 4 : 8 } = {}) {
    this.#size = 2 * longBytes + 8;
  }

  read(chunk: Buffer): InputEvent[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const found: InputEvent[] = [];
    let at = 0;
    for (; at + this.#size <= bytes.length; at += this.#size) {
      const end = at + this.#size;
      found.push({
        type: bytes.readUInt16LE(end - 8),
        code: bytes.readUInt16LE(end - 6),
        value: bytes.readInt32LE(end - 4),
      });
    }
    this.#rest = bytes.subarray(at);
    return found;
  }
}
