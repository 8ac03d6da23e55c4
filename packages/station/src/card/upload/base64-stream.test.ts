import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Base64Stream } from './base64-stream.ts';

function decode(...pieces: (string | Buffer)[]): Buffer {
  const out: Buffer[] = [];
  let room = Buffer.alloc(0);
  const stream = new Base64Stream({
    reserve: (bytes) => {
      room = Buffer.alloc(bytes);
      return room;
    },
    commit: (bytes) => void out.push(room.subarray(0, bytes)),
  });
  for (const piece of pieces) stream.push(Buffer.from(piece as string, 'latin1'));
  stream.finish();
  return Buffer.concat(out);
}

describe('base64, as it arrives', () => {
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
  ])('reads %j', (text, plain) => expect(decode(text).toString()).toBe(plain));

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
  ])('refuses %j', (text) =>
    expect(() => decode(text)).toThrow(expect.objectContaining({ code: 'card.content-invalid' })),
  );

  it('gives back any bytes however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.array(fc.nat(20)),
        fc.boolean(),
        (bytes, cuts, padded) => {
          const text = Buffer.from(bytes).toString('base64');
          let rest = padded ? text : text.replace(/=+$/, '');
          const pieces = cuts.map((cut) => {
            const piece = rest.slice(0, cut);
            rest = rest.slice(cut);
            return piece;
          });
          expect(decode(...pieces, rest)).toEqual(Buffer.from(bytes));
        },
      ),
    );
  });

  it('finds a wrong byte anywhere, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 3, maxLength: 300 }),
        fc.nat(),
        fc.nat(255),
        fc.nat(),
        (bytes, at, wrong, cut) => {
          fc.pre(!/[A-Za-z0-9+/=]/.test(String.fromCharCode(wrong)));
          const text = Buffer.from(Buffer.from(bytes).toString('base64'), 'latin1');
          text[at % text.length] = wrong;
          const middle = cut % text.length;
          expect(() => decode(text.subarray(0, middle), text.subarray(middle))).toThrow();
        },
      ),
    );
  });
});
