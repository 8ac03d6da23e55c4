import { endianness } from 'node:os';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PcscProtocolError, type Reply, ReplyParser } from './reply.ts';
import {
  changeReply,
  connectCard,
  disconnectCard,
  establishContext,
  getReaderStates,
  PcscResultError,
  releaseContext,
  transmit,
  versionRequest,
  waitForChange,
} from './requests.ts';
import { putUint32, uint32s } from './uint32.ts';

const handle = { card: 0xcafe, protocol: 2 };
const command = Uint8Array.of(0xff, 0xca, 0, 0, 0);

/** Returns an answer with 16 readers of 184 bytes each. The given reader is the second. */
function states({
  name = 'Virtual PCD 00 00',
  eventCount = 3,
  flags = 0x34,
  atr = '3B8F',
  atrLength = 2,
} = {}) {
  const bytes = new Uint8Array(16 * 184);
  const one = bytes.subarray(184, 368);
  one.set(Buffer.from(name));
  for (const [at, value] of Object.entries({ 128: eventCount, 132: flags, 176: atrLength, 180: 2 })) {
    putUint32(one, Number(at), value);
  }
  one.set(Buffer.from(atr, 'hex'), 140);
  return bytes;
}

const connectAnswer = Buffer.concat([
  uint32s(1),
  new Uint8Array(128),
  uint32s(2, 3, handle.card, handle.protocol, 0),
]);
const answered = Buffer.from('07460D6D9000', 'hex');
const transmitAnswer = Buffer.concat([uint32s(handle.card, 2, 16, 5, 2, 16, answered.length, 0), answered]);

/** Every kind of answer as the service sends it, with its meaning. */
const conversation: [Reply<unknown>, Uint8Array, unknown][] = [
  [
    versionRequest({ major: 4, minor: 4 }).reply,
    uint32s(4, 5, 0x8010001e),
    { major: 4, minor: 5, code: 0x8010001e },
  ],
  [establishContext().reply, uint32s(2, 77, 0), 77],
  [
    getReaderStates().reply,
    states(),
    [{ name: 'Virtual PCD 00 00', eventCount: 3, flags: 0x34, atr: Uint8Array.of(0x3b, 0x8f) }],
  ],
  [waitForChange().reply, states(), undefined],
  [changeReply, uint32s(0, 0), undefined],
  [connectCard(77, 'Virtual PCD 00 00', 2).reply, connectAnswer, handle],
  [transmit(handle, command).reply, transmitAnswer, Uint8Array.from(answered)],
  [disconnectCard(handle.card, 0).reply, uint32s(handle.card, 0, 0), undefined],
  [releaseContext(77).reply, uint32s(77, 0), undefined],
];

it.skipIf(endianness() !== 'LE')('requests are encoded as pcscd expects them', () => {
  const hex = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('hex');
  expect(hex(versionRequest({ major: 4, minor: 4 }))).toBe('0c000000110000000400000004000000' + '00000000');
  expect(hex(getReaderStates())).toBe('0000000012000000');
  expect(hex(waitForChange())).toBe('0000000013000000');
  expect(hex(establishContext())).toBe('0c000000010000000200000000000000' + '00000000');
  expect(hex(releaseContext(0x4d))).toBe('08000000020000004d00000000000000');
  expect(hex(disconnectCard(0xcafe, 0))).toBe('0c00000006000000feca00000000000000000000');
  expect(hex(connectCard(0x4d, 'É', 2))).toBe(
    `9800000004000000${'4d000000'}c389${'00'.repeat(126)}02000000030000000000000000000000${'00000000'}`,
  );
  expect(hex(transmit(handle, command))).toBe(
    `2000000009000000feca0000020000001000000005000000020000001000000008010000${'00000000'}ffca000000`,
  );
  expect(() => connectCard(1, 'x'.repeat(128), 2)).toThrow(RangeError);
});

it('answers are read from chunks of any size, each as soon as it is complete', async () => {
  const bytes = Buffer.concat(conversation.map(([, part]) => part));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: bytes.length }), { maxLength: 40 }), async (cuts) => {
      const parser = new ReplyParser();
      const ends: number[] = [];
      let fed = 0;
      const results = conversation.map(([reply]) =>
        parser.expect({
          ...reply,
          decode(head, body) {
            ends.push(fed);
            return reply.decode(head, body);
          },
        }),
      );
      const places = [...new Set([...cuts, bytes.length])].sort((one, other) => one - other);
      for (const place of places) {
        const chunk = bytes.subarray(fed, place);
        fed = place;
        parser.push(chunk);
      }
      expect(await Promise.all(results)).toEqual(conversation.map(([, , meaning]) => meaning));
      let end = 0;
      for (const [at, [, part]] of conversation.entries()) {
        end += part.length;
        expect(ends[at]).toBe(places.find((place) => place >= end));
      }
    }),
    { numRuns: 200 },
  );
});

it('unexpected answers are rejected, without waiting for more bytes than requested', () => {
  const longest = Math.max(...conversation.map(([, part]) => part.length)) + 264;
  fc.assert(
    fc.property(
      fc.constantFrom(...conversation),
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 3000 }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      ([reply, good], junk, cut) => {
        const parser = new ReplyParser();
        let isSettled = false;
        const settle = () => {
          isSettled = true;
        };
        parser.expect(reply).then(settle, settle);
        let fed = 0;
        try {
          for (const chunk of [good.subarray(0, cut % good.length), ...junk]) {
            parser.push(chunk);
            fed += chunk.length;
          }
          expect(fed).toBeLessThanOrEqual(longest);
        } catch (error) {
          expect(error).toBeInstanceOf(PcscProtocolError);
        }
        return isSettled || fed <= longest;
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ['a name without an end', getReaderStates(), states({ name: 'x'.repeat(128) })],
  ['an ATR that is too long', getReaderStates(), states({ atrLength: 35 })],
  ['a length that is negative', getReaderStates(), states({ atrLength: 0xffffffff })],
  ['too many cards', getReaderStates(), states({ eventCount: 0x10000 })],
  ['an answer of the card that is too long', transmit(handle, command), uint32s(1, 2, 16, 5, 2, 16, 265, 0)],
  ['one of four gigabytes', transmit(handle, command), uint32s(1, 2, 16, 5, 2, 16, 0xffffffff, 0)],
])('invalid data is rejected: %s', (_name, request, bytes) => {
  const parser = new ReplyParser();
  parser.expect<unknown>(request.reply).catch(() => undefined);
  expect(() => parser.push(bytes)).toThrow(PcscProtocolError);
});

it('an ATR that is not available yet is empty', async () => {
  const parser = new ReplyParser();
  const answer = parser.expect(getReaderStates().reply);
  parser.push(states({ atrLength: 34 }));
  expect(await answer).toMatchObject([{ atr: new Uint8Array(0) }]);
});

it('a refusal is not treated as invalid data, and reading continues after it', async () => {
  const parser = new ReplyParser();
  const refused = parser.expect(transmit(handle, command).reply);
  const next = parser.expect(changeReply);
  parser.push(Buffer.concat([uint32s(1, 2, 16, 5, 2, 16, 0xffffffff, 0x80100069), uint32s(0, 0)]));
  await expect(refused).rejects.toThrow(PcscResultError);
  await expect(refused).rejects.toThrow('the card was removed (0x80100069)');
  await next;
});
