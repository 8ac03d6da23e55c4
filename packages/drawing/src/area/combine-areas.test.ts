import { describe, expect, it } from 'vitest';
import { sizeOf } from '../../test/support/area-reference.ts';
import { areaFrom } from '../../test/support/random-areas.ts';
import { combineAreas, normaliseArea, uniteAreas } from './combine-areas.ts';

const none = () => {};
const square = (x: number, y: number, size: number) => [x, y, x + size, y, x + size, y + size, x, y + size];
const surface = (area: Parameters<typeof sizeOf>[0]) => sizeOf(area).surface;

describe('areas', () => {
  const one = areaFrom([square(0, 0, 10)], 'nonzero');
  const other = areaFrom([square(5, 5, 10)], 'nonzero');

  it('can be united, intersected and subtracted', () => {
    expect(surface(combineAreas(one, other, 'union', none))).toBeCloseTo(175);
    expect(surface(combineAreas(one, other, 'intersect', none))).toBeCloseTo(25);
    expect(surface(combineAreas(one, other, 'subtract', none))).toBeCloseTo(75);
  });

  it('have the right holes under both fill rules', () => {
    const twice = [square(0, 0, 10), square(2, 2, 6)];
    expect(surface(normaliseArea(areaFrom(twice, 'nonzero'), none))).toBeCloseTo(100);
    const ring = normaliseArea(areaFrom(twice, 'evenodd'), none);
    expect(surface(ring)).toBeCloseTo(64);
    expect(ring.rings.ends).toHaveLength(2);
    expect(
      surface(combineAreas(ring, areaFrom([square(0, 0, 5)], 'nonzero'), 'intersect', none)),
    ).toBeCloseTo(16);
  });

  it('keep their points and get no new points on straight lines', () => {
    const clipped = combineAreas(
      areaFrom([[0.1, 0.1, 20.3, 0.1, 20.3, 5.7, 0.1, 5.7]], 'nonzero'),
      one,
      'intersect',
      none,
    );
    const points = [...clipped.rings.points.subarray(0, clipped.rings.length)];
    expect(points).toHaveLength(10);
    expect(new Set(points)).toEqual(new Set([0.1, 10, 5.7]));
  });

  it('can be combined if they share edges and corners', () => {
    const beside = areaFrom([square(10, 0, 10)], 'nonzero');
    const both = combineAreas(one, beside, 'union', none);
    expect(both.rings.ends).toHaveLength(1);
    expect(surface(both)).toBeCloseTo(200);
    expect(combineAreas(one, beside, 'intersect', none).rings.ends).toEqual([]);
    expect(
      combineAreas(one, areaFrom([square(10, 10, 10)], 'nonzero'), 'union', none).rings.ends,
    ).toHaveLength(2);
    expect(combineAreas(one, one, 'subtract', none).rings.ends).toEqual([]);
  });

  it('can be combined in large numbers', () => {
    const row = Array.from({ length: 101 }, (_, at) => areaFrom([square(at * 5, 0, 10)], 'nonzero'));
    const united = uniteAreas(row, none);
    expect(united.rings.ends).toHaveLength(1);
    expect(surface(united)).toBeCloseTo(5100);
    expect(uniteAreas([], none).rings.ends).toEqual([]);
  });

  it('report work before doing it, so that the work budget can stop them', () => {
    const star = areaFrom(
      [Array.from({ length: 800 }, (_, at) => Math.cos(at * 2.4 + (at % 2)) * 50)],
      'nonzero',
    );
    let left = 100_000;
    expect(() =>
      normaliseArea(star, (units) => {
        left -= units;
        if (left < 0) throw new Error('enough');
      }),
    ).toThrow('enough');
    expect(left).toBeGreaterThan(-100_000);
  });
});
