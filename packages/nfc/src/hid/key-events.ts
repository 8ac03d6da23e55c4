/** Key codes of `linux/input-event-codes.h` that readers send, and the characters on them. */
const keys = new Map<number, string>([
  ...[...'1234567890'].map((digit, at): [number, string] => [2 + at, digit]),
  ...Object.entries({ A: 30, B: 48, C: 46, D: 32, E: 18, F: 33, ',': 51, '\n': 28 }).map(swapped),
  ...Object.entries({ 7: 71, 8: 72, 9: 73, 4: 75, 5: 76, 6: 77, 1: 79, 2: 80, 3: 81, 0: 82, '\n': 96 }).map(
    swapped,
  ),
]);
/** Shift, Caps Lock and Num Lock do not change digits. */
const modifiers = new Set([42, 54, 58, 69]);
const keyEvent = 1;
const pressed = 1;

/** Parses `struct input_event` from bytes in chunks of any size. */
export class KeyEvents {
  /** Size of an event: two longs for the time, then 8 bytes for type, code and value. */
  readonly #size: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor({ longBytes = ['arm', 'ia32'].includes(process.arch) ? 4 : 8 } = {}) {
    this.#size = 2 * longBytes + 8;
  }

  /** Returns the characters of pressed keys; “?” for a key that is not part of a number. */
  read(chunk: Buffer): string[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const found: string[] = [];
    let at = 0;
    for (; at + this.#size <= bytes.length; at += this.#size) {
      const event = bytes.subarray(at + this.#size - 8, at + this.#size);
      const [type, code, value] = [event.readUInt16LE(0), event.readUInt16LE(2), event.readInt32LE(4)];
      if (type === keyEvent && value === pressed && !modifiers.has(code)) found.push(keys.get(code) ?? '?');
    }
    this.#rest = bytes.subarray(at);
    return found;
  }
}

function swapped([character, code]: [string, number]): [number, string] {
  return [code, character];
}
