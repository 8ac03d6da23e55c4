import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DrawingError, readSvg } from '@stationery/drawing';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { svgOf } from './support/svg-of.ts';

const corpus = join(import.meta.dirname, 'corpus');
const files = readdirSync(corpus).map((name) => readFileSync(join(corpus, name)));

/** Expects a complete drawing or a refusal. */
function readsOrRefuses(file: string | Uint8Array): void {
  try {
    const drawing = readSvg(file, { maxPoints: 200_000, maxElements: 20_000 });
    if (!(drawing.widthMm >= 0 && drawing.heightMm >= 0)) throw new Error('the page has no size');
    for (const { points, layer } of drawing.strokes) {
      if (points.length < 4 || points.length % 2 !== 0)
        throw new Error(`a stroke of ${points.length} numbers`);
      if (!points.every(Number.isFinite)) throw new Error('a point that is not a number');
      if (drawing.layers[layer] === undefined) throw new Error('a stroke on no layer');
    }
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
  }
}

describe('a reader that gets random input', () => {
  it('reads random bytes or refuses them', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), readsOrRefuses), { numRuns: 300 });
  });

  it('reads changed files of the corpus or refuses them', () => {
    const change = fc.record({
      file: fc.nat(files.length - 1),
      edits: fc.array(
        fc.record({
          at: fc.double({ min: 0, max: 1, noNaN: true }),
          remove: fc.nat(12),
          insert: fc.oneof(
            fc.constantFrom(
              '<',
              '>',
              '"',
              '/',
              '&',
              '-',
              '.',
              'e9',
              '1e308',
              'NaN',
              'url(#a)',
              '%',
              '0',
              ' ',
              '}',
              '<g>',
              '</g>',
            ),
            fc.string({ maxLength: 6 }),
          ),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    });
    const property = fc.property(change, ({ file, edits }) => {
      let text = (files[file] as Buffer).toString('utf8');
      for (const { at, remove, insert } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + insert + text.slice(place + remove);
      }
      readsOrRefuses(text);
    });
    fc.assert(property, { numRuns: 600 });
  });

  it('reads random path data', () => {
    const token = fc.oneof(
      fc.constantFrom(...'MmLlHhVvCcSsQqTtAaZz', ',', ' '),
      fc.double().map(String),
      fc.integer({ min: -50, max: 50 }).map(String),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        readsOrRefuses(svgOf(`<path d="M1 1${tokens.join(' ')}" stroke-dasharray="3 1"/>`));
      }),
      { numRuns: 300 },
    );
  });
});
