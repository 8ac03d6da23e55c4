import { JsonStream } from '@stationery/http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alphabet, Base64Stream, type DecodeGroups, scalarDecoder, simdDecoder } from './base64-stream.ts';

/** Returns a stream with buffers of `roomBytes`, and the bytes that it decodes. */
function collector(decodeGroups: DecodeGroups, roomBytes = 1000) {
  const out: Buffer[] = [];
  let room = Buffer.alloc(0);
  const sink = {
    room: () => {
      room = Buffer.alloc(roomBytes);
      return room;
    },
    commit: (bytes: number) => void out.push(room.subarray(0, bytes)),
  };
  return { stream: new Base64Stream(sink, decodeGroups), bytes: () => Buffer.concat(out) };
}

function decode(decodeGroups: DecodeGroups, pieces: (string | Buffer)[], roomBytes?: number): Buffer {
  const { stream, bytes } = collector(decodeGroups, roomBytes);
  for (const piece of pieces) stream.push(Buffer.from(piece as string, 'latin1'));
  stream.finish();
  return bytes();
}

/** Decodes with Node. Node's decoder is lenient, so the result is encoded again and compared with the text. */
function reference(text: string): Buffer | 'refused' {
  const bytes = Buffer.from(text, 'base64');
  const padded = bytes.toString('base64');
  return text === padded || text === padded.replace(/=+$/, '') ? bytes : 'refused';
}

function outcome(work: () => Buffer): Buffer | 'refused' {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: string }).code === 'invalid-content') return 'refused';
    throw error;
  }
}

function cut(text: Buffer, cuts: number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let rest = text;
  for (const length of cuts) {
    pieces.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...pieces, rest];
}

/** Valid base64 with up to three bytes replaced. */
const nearlyBase64 = fc
  .tuple(
    fc.uint8Array({ maxLength: 300 }),
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('=-_"\\/+ \nAz')))), {
      maxLength: 3,
    }),
  )
  .map(([bytes, padded, wrong]) => {
    const base64 = Buffer.from(bytes).toString('base64');
    const text = Buffer.from(padded ? base64 : base64.replace(/=+$/, ''), 'latin1');
    for (const [at, byte] of wrong) text[at % text.length] = byte;
    return text;
  });
const anyCuts = fc.array(fc.nat(150), { maxLength: 6 });

it('SIMD decoding is available on the supported machines', () => {
  if (process.arch === 'x64' || process.arch === 'arm64') expect(simdDecoder()).toBeDefined();
});

describe.each([
  ['with vectors', simdDecoder() ?? scalarDecoder],
  ['character by character', scalarDecoder],
])('Base64Stream, decoded %s', (_, decoder) => {
  // RFC 4648, section 10
  it.each([
    ['', ''],
    ['Zg==', 'f'],
    ['Zm8=', 'fo'],
    ['Zm9v', 'foo'],
    ['Zm9vYg==', 'foob'],
    ['Zm9vYmE=', 'fooba'],
    ['Zm9vYmFy', 'foobar'],
    ['Zg', 'f'],
    ['Zm8', 'fo'],
  ])('decodes %j', (text, plain) => expect(decode(decoder, [text]).toString()).toBe(plain));

  it.each([
    'Z',
    'Zg=',
    'Zg===',
    'Zm9v=',
    'Zm9v====',
    'Zm 9v',
    'Zm9v\n',
    '\nZm9v',
    'Zm9-',
    'Zm9_',
    'Zm9v!',
    'Zg==Zg==',
    '=',
    '====',
    'Zh==',
    'Zm9=',
    'Zm9vZ',
    'ZmÃ¼v',
    'Zm9\u0000',
  ])('rejects %j', (text) =>
    expect(() => decode(decoder, [text])).toThrow(expect.objectContaining({ code: 'invalid-content' })),
  );

  it('classifies every byte correctly at every position of a vector', () => {
    const letters = Buffer.from(alphabet.repeat(2), 'latin1');
    const room = Buffer.alloc(96);
    for (let place = 0; place < 64; place++) {
      for (let byte = 0; byte < 256; byte++) {
        const text = Buffer.from(letters);
        text[place] = byte;
        const isLetter = alphabet.includes(String.fromCharCode(byte));
        const taken = decoder(text, 0, room);
        // Call `expect` only for failures, because calling it for each of 16,384 cases would take seconds.
        if (taken !== (isLetter ? 128 : place - (place % 4))) expect({ place, byte, taken }).toBeUndefined();
        if (isLetter && !room.equals(Buffer.from(text.toString('latin1'), 'base64'))) {
          expect({ place, byte, room }).toBeUndefined();
        }
      }
    }
  });

  it('agrees with a strict decoder of the whole text, however the input is split', () => {
    fc.assert(
      fc.property(nearlyBase64, anyCuts, fc.integer({ min: 3, max: 200 }), (text, cuts, roomBytes) => {
        const found = outcome(() => decode(decoder, cut(text, cuts), roomBytes));
        expect(found).toEqual(reference(text.toString('latin1')));
      }),
      { numRuns: 500 },
    );
  });

  it('consumes only base64 characters in plain text mode', () => {
    fc.assert(
      fc.property(nearlyBase64, fc.nat(400), (text, from) => {
        const { stream } = collector(decoder);
        const letters = /^[A-Za-z0-9+/]*/.exec(text.toString('latin1', from))?.[0].length ?? 0;
        expect(stream.pushPlain(text, Math.min(from, text.length))).toBe(
          Math.min(from, text.length) + letters,
        );
      }),
    );
  });

  it('decodes JSON strings with escapes like JSON.parse, however the body is split', () => {
    fc.assert(
      fc.property(nearlyBase64, fc.array(fc.nat()), anyCuts, (text, escapes, cuts) => {
        const units = [...text.toString('latin1')].map((unit) => (/["\\]|[^ -~]/.test(unit) ? '!' : unit));
        for (const at of escapes) {
          const place = at % units.length;
          const unit = units[place] ?? '';
          if (unit.length === 1)
            units[place] = unit === '/' ? '\\/' : `\\u00${unit.charCodeAt(0).toString(16)}`;
        }
        const body = Buffer.from(`{"data":{"encoded":"${units.join('')}"}}`);
        const { stream, bytes } = collector(decoder);
        const json = new JsonStream(
          { textSink: () => stream, value: () => undefined },
          { maxAsideBytes: 1000 },
        );
        const found = outcome(() => {
          for (const chunk of cut(body, cuts)) json.feed(chunk);
          json.end();
          stream.finish();
          return bytes();
        });
        expect(found).toEqual(reference(JSON.parse(body.toString()).data.encoded));
      }),
      { numRuns: 500 },
    );
  });
});
