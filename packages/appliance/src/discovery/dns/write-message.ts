import type { DnsMessage } from './message.ts';
import { type Name, nameKey } from './name.ts';
import { counted, type DnsRecord, dataBytes, typeCode } from './record.ts';

const authoritativeResponse = 0x8400;
const classInternet = 1;
const topBit = 0x8000;
const farthestPointer = 0x3fff;

/** Writes a message. Repeated names and suffixes become pointers. */
export function writeMessage(message: DnsMessage): Buffer {
  const { questions, answers, authorities, additionals } = message;
  const pieces: Buffer[] = [];
  const places = new Map<string, number>();
  let length = 0;
  const add = (...buffers: Buffer[]) => {
    for (const buffer of buffers) {
      pieces.push(buffer);
      length += buffer.length;
    }
  };

  const nameAt = (name: Name, at: number): Buffer => {
    const [label] = name;
    if (label === undefined) return Buffer.of(0);
    const key = nameKey(name);
    const place = places.get(key);
    if (place !== undefined) return numbers(0xc000 | place);
    if (at <= farthestPointer) places.set(key, at);
    const first = counted(label);
    if (first.length < 2 || first.length > 64) throw new RangeError(`“${label}” cannot be part of a name`);
    return Buffer.concat([first, nameAt(name.slice(1), at + first.length)]);
  };

  const addRecord = ({ name, ttlSeconds, unique, data }: DnsRecord) => {
    add(nameAt(name, length), numbers(typeCode(data), classInternet | (unique ? topBit : 0)));
    const ttl = Buffer.alloc(4);
    ttl.writeUInt32BE(ttlSeconds);
    const bytesBeforeName = data.type === 'SRV' ? 6 : 0;
    const bytes = dataBytes(data, (target) => nameAt(target, length + 6 + bytesBeforeName));
    add(ttl, numbers(bytes.length), bytes);
  };

  const counts = [questions, answers, authorities, additionals].map((list) => list.length);
  add(numbers(message.id, message.response ? authoritativeResponse : 0, ...counts));
  for (const { name, type, unicast } of questions) {
    add(nameAt(name, length), numbers(type, classInternet | (unicast ? topBit : 0)));
  }
  for (const record of [...answers, ...authorities, ...additionals]) addRecord(record);
  return Buffer.concat(pieces);
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
