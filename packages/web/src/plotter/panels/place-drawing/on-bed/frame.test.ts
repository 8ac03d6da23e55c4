import { describe, expect, it } from 'vitest';
import { frameOf } from './frame.ts';

const bed = { widthPx: 400, heightPx: 300 };
const unrotated = (x: number, y: number, width: number, height: number) =>
  [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as const;

describe('the frame around a drawing', () => {
  it('is as large as the drawing, and never too small to be held', () => {
    expect(frameOf(unrotated(100, 100, 90, 80), 0, 72, bed).corners).toEqual(unrotated(100, 100, 90, 80));
    expect(frameOf(unrotated(100, 100, 12, 82), 0, 72, bed).corners).toEqual(unrotated(70, 100, 72, 82));
    // A quarter turned: what is narrow is its height on the bed.
    const [a, , c] = frameOf(
      [
        { x: 100, y: 100 },
        { x: 100, y: 112 },
        { x: 10, y: 112 },
        { x: 10, y: 100 },
      ],
      90,
      72,
      bed,
    ).corners;
    expect([a.x, a.y, c.x, c.y].map(Math.round)).toEqual([100, 70, 10, 142]);
  });

  it('has its knob where it can be seen', () => {
    expect(frameOf(unrotated(100, 100, 80, 80), 0, 40, bed).knob).toEqual({ x: 140, y: 72 });
    expect(frameOf(unrotated(100, 20, 80, 80), 0, 40, bed).knob).toEqual({ x: 140, y: 128 });
    expect(frameOf(unrotated(100, 10, 80, 280), 0, 40, bed).knob).toEqual({ x: 140, y: 38 });
    // The tab of the sheet is where the knob would be.
    const tab = { x: 66, y: 120, width: 148, height: 24 };
    expect(frameOf(unrotated(100, 20, 80, 80), 0, 40, bed, tab).knob).toEqual({ x: 140, y: 48 });
    expect(frameOf(unrotated(100, 176, 80, 80), 0, 40, bed, tab).knob).toEqual({ x: 140, y: 284 });
  });
});
