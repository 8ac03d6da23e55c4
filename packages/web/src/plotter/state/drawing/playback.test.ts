import { expect, it } from 'vitest';
import { figuresFrom } from './playback.ts';

it('figuresFrom counts the strokes that are left', () => {
  const lines = {
    xy: Float64Array.of(0, 0, 10, 0, 20, 0, 20, 5, 30, 0, 30, 7),
    starts: Uint32Array.of(0, 2, 4, 6),
    layerOf: Uint32Array.of(0, 0, 1),
    colours: ['#f00', '#00f'],
    widthsMm: [0.3, 0.3],
  };
  const timeline = { lines, atMs: Float64Array.of(100, 200, 300, 400, 500, 600), totalMs: 700 };
  expect(figuresFrom(timeline, 1)).toEqual({ timeMs: 600, drawMm: 22, lifts: 3, pens: 2 });
  expect(figuresFrom(timeline, 3)).toEqual({ timeMs: 200, drawMm: 7, lifts: 1, pens: 1 });
});
