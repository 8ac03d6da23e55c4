import { describe, expect, it } from 'vitest';
import { cutOffSides, fitView, zoomed } from './view.ts';

const size = { widthPx: 500, heightPx: 400 };
const area = { minX: 0, minY: 0, maxX: 10_000, maxY: 8000 };
const parts = { ...size, profile: undefined, drawing: area, fit: 'drawing' as const };
const place = (view: { scale: number; offsetX: number; offsetY: number }, x: number, y: number) => [
  (x - view.offsetX) / view.scale,
  (y - view.offsetY) / view.scale,
];

describe('zooming the bed', () => {
  it('keeps the point under the pointer', () => {
    const view = fitView(parts);
    const zoom = zoomed({ view, factor: 1, size, area }, 4, { x: 120, y: 300 }, { x: 150, y: 280 });
    const closer = fitView({ ...parts, zoom });
    expect(closer.scale).toBeCloseTo(view.scale * 4, 9);
    const [x, y] = place(view, 120, 300);
    expect(place(closer, 150, 280)[0]).toBeCloseTo(x!, 6);
    expect(place(closer, 150, 280)[1]).toBeCloseTo(y!, 6);
  });

  it('stops at the fitted size and keeps the bed in view', () => {
    const view = fitView(parts);
    const hand = { view, factor: 1, size, area };
    expect(zoomed(hand, 0.5, { x: 10, y: 10 }, { x: 10, y: 10 })).toBeUndefined();
    expect(zoomed(hand, 3, { x: 100, y: 100 }, { x: 9000, y: 9000 })).toEqual({ factor: 3, x: 0, y: 0 });
    expect(zoomed(hand, 1e9, { x: 250, y: 200 }, { x: 250, y: 200 })!.factor).toBe(60);
  });
});

it('cutOffSides returns the sides of the sheet that are out of reach', () => {
  const sheet = { minX: 0, minY: 0, maxX: 420, maxY: 297 };
  // A machine without end switches may move by a whole sheet in every direction.
  const limits = { minX: -420, minY: -297, maxX: 420, maxY: 297 };
  expect(cutOffSides(sheet, limits)).toEqual([]);
  expect(cutOffSides(sheet, { ...limits, minX: -520, maxX: 320 })).toEqual(['maxX']);
  expect(cutOffSides(sheet, { minX: 5, minY: 0, maxX: 425, maxY: 200 })).toEqual(['maxY', 'minX']);
  expect(cutOffSides(undefined, limits)).toEqual([]);
  expect(cutOffSides(sheet, null)).toEqual([]);
});
