import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGarbled, LineFramer } from './line-framer.ts';

function linesOf(chunks: (string | Uint8Array)[], options?: { maxLineBytes: number }) {
  const framer = new LineFramer(options);
  const lines: string[] = [];
  for (const chunk of chunks) {
    framer.push(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk, (line) => lines.push(line));
  }
  return lines;
}

describe('the line framer', () => {
  it.each<[string, string[], string[]]>([
    ['LF', ['OK PEN_UP\n'], ['OK PEN_UP']],
    ['CRLF', ['OK PEN_UP\r\nOK MOVE\r\n'], ['OK PEN_UP', 'OK MOVE']],
    ['CR', ['OK PEN_UP\rOK MOVE\r'], ['OK PEN_UP', 'OK MOVE']],
    ['CRLF split between two chunks', ['OK PEN_UP\r', '\nOK MOVE\r', '\n'], ['OK PEN_UP', 'OK MOVE']],
    ['a line in many chunks', ['O', 'K ', 'MO', 'VE', '\n'], ['OK MOVE']],
    ['many lines in a chunk', ['a\nb\nc'], ['a', 'b']],
    ['empty lines', ['\n\r\n\n\rOK\n\n'], ['OK']],
    ['white space at the end only', ['  two spaces \t\n'], ['  two spaces']],
    ['NUL around a line', ['\0\0OK MOVE\0\r\n'], ['OK MOVE']],
    ['noise of a board that starts', ['\xff\xfe\x00\x80READY x\n'], ['READY x']],
    ['only noise', ['\0\xff\x01\n'], []],
    ['text beyond ASCII', [Buffer.from('ERR Größe\n').toString('latin1')], ['ERR Größe']],
  ])('handles %s', (_name, chunks, expected) => {
    expect(linesOf(chunks)).toEqual(expected);
  });

  it.each(['\0', '\x0b', '\x7f', '\xff', '\x80'])('marks noise inside a line: %j', (byte) => {
    const lines = linesOf([`OK MOVE${byte}OK PEN_UP\n`]);
    expect(lines).toHaveLength(1);
    expect(isGarbled(lines[0]!)).toBe(true);
  });

  it('drops an endless line, whatever the size of the chunks, and finds the next line', () => {
    const flood = 'x'.repeat(1000);
    for (const chunks of [[`${flood}\nOK\n`], [...flood, '\n', 'OK\n'], [flood, flood, '\nOK\n']])
      expect(linesOf(chunks, { maxLineBytes: 100 })).toEqual(['OK']);
  });

  it('drops an incomplete line when reset', () => {
    const framer = new LineFramer();
    const lines: string[] = [];
    framer.push(Buffer.from('OK MO'), (line) => lines.push(line));
    framer.reset();
    framer.push(Buffer.from('OK PEN_UP\n'), (line) => lines.push(line));
    expect(lines).toEqual(['OK PEN_UP']);
  });

  it('returns the same lines from chunks of any size', () => {
    const bytes = fc.uint8Array({ maxLength: 60 });
    const text = fc.string({ maxLength: 60 }).map((line) => Uint8Array.from(Buffer.from(`${line}\r\n`)));
    fc.assert(
      fc.property(
        fc.array(fc.oneof(bytes, text), { maxLength: 8 }),
        fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }),
        (parts, cuts) => {
          const whole = Buffer.concat(parts);
          const pieces: Uint8Array[] = [];
          for (let at = 0, cut = 0; at < whole.length; cut++) {
            const length = cuts[cut % cuts.length]! + 1;
            pieces.push(Uint8Array.from(whole.subarray(at, at + length)));
            at += length;
          }
          const limits = { maxLineBytes: 50 };
          expect(linesOf(pieces, limits)).toEqual(linesOf([whole], limits));
        },
      ),
    );
  });
});
