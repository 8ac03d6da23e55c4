import type { DnsMessage, Question } from './message.ts';
import type { Name } from './name.ts';
import { type DnsRecord, type RecordData, typeCodes } from './record.ts';

const topBit = 0x8000;
const maxLabels = 128;

/** Returns undefined for invalid bytes, which any host on the network can send. */
export function readMessage(bytes: Buffer): DnsMessage | undefined {
  try {
    return new Reader(bytes).message();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  message(): DnsMessage {
    const [id, flags, questions, answers, authorities, additionals] = this.#times(6, () =>
      this.#number(),
    ) as [number, number, number, number, number, number];
    return {
      id,
      response: (flags & topBit) !== 0,
      questions: this.#times(questions, () => this.#question()),
      answers: this.#times(answers, () => this.#record()),
      authorities: this.#times(authorities, () => this.#record()),
      additionals: this.#times(additionals, () => this.#record()),
    };
  }

  #question(): Question {
    const name = this.#name();
    const type = this.#number();
    return { name, type, unicast: (this.#number() & topBit) !== 0 };
  }

  #record(): DnsRecord {
    const name = this.#name();
    const type = this.#number();
    const unique = (this.#number() & topBit) !== 0;
    const ttlSeconds = this.#number() * 0x1_0000 + this.#number();
    const end = this.#number() + this.#at;
    if (end > this.#bytes.length) throw new RangeError('a record is cut off');
    const data = this.#data(type, end);
    this.#at = end;
    return { name, ttlSeconds, unique, data };
  }

  #data(type: number, end: number): RecordData {
    switch (type) {
      case typeCodes.A:
        return { type: 'A', address: this.#times(4, () => this.#byte()).join('.') };
      case typeCodes.PTR:
        return { type: 'PTR', target: this.#name() };
      case typeCodes.SRV: {
        this.#at += 4;
        const port = this.#number();
        return { type: 'SRV', port, target: this.#name() };
      }
      case typeCodes.TXT: {
        const texts: string[] = [];
        while (this.#at < end) texts.push(this.#text(this.#byte()));
        return { type: 'TXT', texts: texts.filter((text) => text !== '') };
      }
      case typeCodes.NSEC: {
        const next = this.#name();
        return { type: 'NSEC', next, types: this.#typeBitmap(end) };
      }
      default:
        return { type: 'other', code: type, bytes: Buffer.from(this.#bytes.subarray(this.#at, end)) };
    }
  }

  #typeBitmap(end: number): number[] {
    const types: number[] = [];
    while (this.#at < end) {
      const block = this.#byte() * 256;
      const bits = this.#times(this.#byte(), () => this.#byte());
      for (const [index, byte] of bits.entries()) {
        for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) types.push(block + index * 8 + bit);
      }
    }
    return types;
  }

  #name(): Name {
    const labels: string[] = [];
    let after: number | undefined;
    for (let steps = 0; steps < maxLabels; steps++) {
      const length = this.#byte();
      if (length === 0) {
        this.#at = after ?? this.#at;
        return labels;
      }
      if (length >= 0xc0) {
        const place = ((length & 0x3f) << 8) | this.#byte();
        after ??= this.#at;
        this.#at = place;
      } else if (length > 63) throw new RangeError('unsupported type of label');
      else labels.push(this.#text(length));
    }
    throw new RangeError('a name has a loop of pointers');
  }

  #text(length: number): string {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('a text is cut off');
    const text = this.#bytes.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  #number(): number {
    return this.#byte() * 256 + this.#byte();
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw new RangeError('the message is cut off');
    return byte;
  }

  #times<T>(count: number, read: () => T): T[] {
    const list: T[] = [];
    for (let index = 0; index < count; index++) list.push(read());
    return list;
  }
}
