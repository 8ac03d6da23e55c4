import { Random } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { PreviewPath } from './preview-path.ts';

const pointsOf = (path: string) => path.match(/-?\d+ -?\d+/g) ?? [];

describe('a job preview', () => {
  it('keeps every stroke while there is room, with a dot for a single touch', () => {
    const path = new PreviewPath();
    expect(path.preview()).toEqual({ bounds: null, path: '' });
    path.begin(10, 10);
    path.lineTo(20, 10);
    path.lineTo(20, -30);
    path.end();
    path.begin(5, 5);
    expect(path.preview()).toEqual({
      bounds: { minX: 5, minY: -30, maxX: 20, maxY: 10 },
      path: 'M10 10 20 10 20 -30M5 5 5 5',
    });
  });

  it('merges lines that are close together, but still reaches every edge', () => {
    const path = new PreviewPath();
    for (let x = 0; x <= 30_000; x++) {
      path.begin(x, 0);
      path.lineTo(x, 20_000);
    }
    const { bounds, path: data } = path.preview();
    expect(bounds).toEqual({ minX: 0, minY: 0, maxX: 30_000, maxY: 20_000 });
    const columns = new Set(pointsOf(data).map((point) => Number(point.split(' ')[0])));
    expect(columns.size).toBeGreaterThan(400);
    expect([Math.min(...columns), Math.max(...columns)]).toEqual([0, 30_000]);
  });

  const random = new Random(7);
  const anywhere = () => random.below(30_000);
  it.each([
    ['a scribble', () => [anywhere(), anywhere(), anywhere(), anywhere()]],
    ['dots', () => [anywhere(), anywhere()]],
    ['far from the origin', () => [1e15 + anywhere(), -1e15 - anywhere(), 1e15, -1e15]],
  ] as const)('stays small in points and bytes: %s', (_name, stroke) => {
    const path = new PreviewPath();
    for (let at = 0; at < 100_000; at++) {
      const [x, y, ...next] = stroke();
      path.begin(x!, y!);
      if (next.length > 0) path.lineTo(next[0]!, next[1]!);
      path.end();
    }
    const { path: data } = path.preview();
    expect(pointsOf(data).length).toBeLessThanOrEqual(2000);
    expect(pointsOf(data).length).toBeGreaterThan(300);
    expect(data.length).toBeLessThan(29_000);
  });
});
