import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseParser } from './sse-parser.ts';

const parse = (pieces: readonly string[]) => {
  const parser = new SseParser();
  return { messages: pieces.flatMap((piece) => parser.push(piece)), retryMs: parser.retryMs };
};

describe('SseParser', () => {
  it('parses the events of a service', () => {
    const text = 'retry: 1000\n\nid: 7\nevent: card\ndata: {"a":1}\n\n: still here\n\nid: 8\ndata: x\n\n';
    expect(parse([text])).toEqual({
      retryMs: 1000,
      messages: [
        { id: '7', name: 'card', data: '{"a":1}' },
        { id: '8', name: 'message', data: 'x' },
      ],
    });
  });

  it('joins data lines, keeps the last id, and ignores incomplete messages', () => {
    expect(parse(['id:1\ndata: a\ndata:b\ndata\n\n', 'data: c\n\ndata: begun']).messages).toEqual([
      { id: '1', name: 'message', data: 'a\nb\n' },
      { id: '1', name: 'message', data: 'c' },
    ]);
  });

  it('parses any line endings and chunks', () => {
    const field = fc.constantFrom(
      'data: a',
      'data: ä€😀',
      'event: x',
      'id: 3',
      ': no',
      'retry: 5',
      'odd',
      '',
      '',
    );
    const document = fc.array(field, { maxLength: 30 });
    const lineEnd = fc.constantFrom('\n', '\r', '\r\n');
    fc.assert(
      fc.property(
        document,
        lineEnd,
        fc.infiniteStream(fc.integer({ min: 0, max: 5 })),
        (lines, end, sizes) => {
          const text = lines.map((line) => line + end).join('');
          const pieces: string[] = [];
          for (let at = 0; at < text.length; ) {
            const size = sizes.next().value as number;
            pieces.push(text.slice(at, at + size));
            at += size;
          }
          expect(parse(pieces)).toEqual(parse([lines.map((line) => `${line}\n`).join('')]));
        },
      ),
    );
  });
});
