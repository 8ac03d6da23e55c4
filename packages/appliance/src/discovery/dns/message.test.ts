import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DnsMessage, emptyMessage } from './message.ts';
import { cutLabel } from './name.ts';
import { readMessage } from './read-message.ts';
import type { DnsRecord, RecordData } from './record.ts';
import { writeMessage } from './write-message.ts';

const label = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 70 })
  .map((text) => cutLabel(text))
  .filter((text) => text !== '');
const name = fc.array(label, { minLength: 1, maxLength: 5 });
const number = fc.integer({ min: 0, max: 0xffff });
const data: fc.Arbitrary<RecordData> = fc.oneof(
  fc.record({ type: fc.constant('A' as const), address: fc.ipV4() }),
  fc.record({ type: fc.constant('PTR' as const), target: name }),
  fc.record({ type: fc.constant('SRV' as const), port: number, target: name }),
  fc.record({
    type: fc.constant('TXT' as const),
    texts: fc.array(fc.string({ minLength: 1, maxLength: 100 }), { maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant('NSEC' as const),
    next: name,
    types: fc
      .uniqueArray(fc.integer({ min: 1, max: 254 }), { minLength: 1 })
      .map((types) => types.sort((a, b) => a - b)),
  }),
);
const record: fc.Arbitrary<DnsRecord> = fc.record({
  name,
  ttlSeconds: fc.integer({ min: 0, max: 0xffff_ffff }),
  unique: fc.boolean(),
  data,
});
const records = fc.array(record, { maxLength: 5 });
const message: fc.Arbitrary<DnsMessage> = fc.record({
  id: number,
  response: fc.boolean(),
  questions: fc.array(fc.record({ name, type: number, unicast: fc.boolean() }), { maxLength: 3 }),
  answers: records,
  authorities: records,
  additionals: records,
});

describe('an mDNS message', () => {
  it('is unchanged after encoding and decoding', () => {
    // Compare in lower case, because names that differ only in case share their bytes in a message.
    const lowerCase = (sent: DnsMessage) => JSON.stringify(sent).toLowerCase();
    fc.assert(
      fc.property(message, (sent) => {
        expect(lowerCase(readMessage(writeMessage(sent)) as DnsMessage)).toBe(lowerCase(sent));
      }),
    );
  });

  it('encodes a repeated suffix as a pointer', () => {
    const target = ['Anna. B', '_http', '_tcp', 'local'];
    const answers: DnsRecord[] = [
      { name: target.slice(1), ttlSeconds: 10, unique: false, data: { type: 'PTR', target } },
    ];
    const bytes = writeMessage({ ...emptyMessage, answers });
    expect(bytes.indexOf('_http')).toBe(bytes.lastIndexOf('_http'));
    expect(readMessage(bytes)?.answers).toEqual(answers);
  });

  it('is rejected if it is invalid', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = readMessage(Buffer.from(bytes));
        if (bytes.length < 12) expect(read).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(message, fc.nat(), (sent, cut) => {
        const bytes = writeMessage(sent);
        expect(readMessage(bytes.subarray(0, cut % bytes.length))).toBeUndefined();
      }),
    );
  });

  it('is rejected if a name points at itself', () => {
    const bytes = Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12, 0, 1, 0, 1]);
    expect(readMessage(bytes)).toBeUndefined();
  });
});
