import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, type Pn532Frame } from './frame.ts';
import { Pn532Parser } from './parser.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const parse = (text: string) => new Pn532Parser().push(bytes(text));
const fromChip = (text: string) => ({ kind: 'from-chip', payload: bytes(text) });

describe('parsing the bytes in the data sheet', () => {
  it.each([
    ['ACK', '00 00 FF 00 FF 00', { kind: 'ack' }],
    ['NACK', '00 00 FF FF 00 00', { kind: 'nack' }],
    ['error', '00 00 FF 01 FF 7F 81 00', { kind: 'error' }],
    ['SAMConfiguration answered', '00 00 FF 02 FE D5 15 16 00', fromChip('15')],
    ['no tag', '00 00 FF 03 FD D5 4B 00 E0 00', fromChip('4B 00')],
    [
      'a Classic 1K',
      '00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 07 46 0D 6D 07 00',
      fromChip('4B 01 01 00 04 08 04 07 46 0D 6D'),
    ],
    [
      'the same as an extended frame',
      '00 00 FF FF FF 00 0C F4 D5 4B 01 01 00 04 08 04 07 46 0D 6D 07 00',
      fromChip('4B 01 01 00 04 08 04 07 46 0D 6D'),
    ],
  ])('%s', (_name, text, expected) => {
    expect(parse(text)).toEqual([expected]);
  });
});

describe('the parser', () => {
  it('finds two frames in one chunk', () => {
    expect(parse('00 00 FF 00 FF 00 00 00 FF 02 FE D5 15 16 00')).toEqual([{ kind: 'ack' }, fromChip('15')]);
  });

  it('accepts frames without padding', () => {
    expect(parse('00 FF 00 FF 00 FF 02 FE D5 15 16')).toEqual([{ kind: 'ack' }, fromChip('15')]);
  });

  it('skips garbage and counts it', () => {
    const parser = new Pn532Parser();
    expect(parser.push(bytes('55 AA 12 00 00 FF 02 FE D5 15 16 00 99'))).toEqual([fromChip('15')]);
    expect(parser.droppedBytes).toBe(4);
  });

  it.each([
    ['a wrong length checksum', '00 00 FF 02 FD D5 15 16 00'],
    ['a wrong data checksum', '00 00 FF 02 FE D5 15 17 00'],
    ['a length of zero', '00 00 FF 00 00 00'],
    ['an unknown identifier', '00 00 FF 02 FE D6 15 15 00'],
    ['an impossible extended length', '00 00 FF FF FF 20 00 E0 D5'],
  ])('reports %s and reads the next frame', (_name, ruins) => {
    expect(parse(`${ruins} 00 00 FF 02 FE D5 15 16 00`)).toEqual([{ kind: 'corrupt' }, fromChip('15')]);
  });

  it('finds a frame inside the claimed length of a broken header', () => {
    expect(parse('00 00 FF 08 F8 00 00 FF 02 FE D5 15 16 00')).toEqual([{ kind: 'corrupt' }, fromChip('15')]);
  });

  it('finds the next frame after a length of zero', () => {
    expect(parse('00 FF 00 00 00 FF 02 FE D5 15 16')).toEqual([{ kind: 'corrupt' }, fromChip('15')]);
  });

  it('discards an incomplete frame when reset', () => {
    const parser = new Pn532Parser();
    expect(parser.push(bytes('00 00 FF 0C F4 D5'))).toEqual([]);
    parser.reset();
    expect(parser.push(bytes('00 00 FF 02 FE D5 15 16 00'))).toEqual([fromChip('15')]);
  });
});

const anyFrame: fc.Arbitrary<Pn532Frame> = fc.oneof(
  fc.constantFrom<Pn532Frame>({ kind: 'ack' }, { kind: 'nack' }, { kind: 'error' }),
  fc
    .uint8Array({ minLength: 1, maxLength: 264 })
    .map((payload): Pn532Frame => ({ kind: 'from-chip', payload })),
);

describe('the parser, given any stream', () => {
  it('returns every frame from chunks of any size', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), fc.integer({ min: 1, max: 40 }), (frames, cut) => {
        const stream = frames.flatMap((frame) => [...encodeFrame(frame)]);
        const parser = new Pn532Parser();
        const found = [];
        for (let at = 0; at < stream.length; at += cut) {
          found.push(...parser.push(Uint8Array.from(stream.slice(at, at + cut))));
        }
        expect(found).toEqual(frames);
        expect(parser.droppedBytes).toBe(0);
      }),
    );
  });

  it('finds a good frame after any garbage', () => {
    // Garbage may look like the beginning of a long frame. As in the driver, a reset ends the wait for its rest.
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (garbage) => {
        const parser = new Pn532Parser();
        parser.push(garbage);
        parser.reset();
        expect(parser.push(bytes('00 00 FF 02 FE D5 15 16 00'))).toEqual([fromChip('15')]);
      }),
    );
  });
});
