import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flatten } from './flatten.ts';
import type { Matrix } from './matrix.ts';
import { Path } from './path.ts';
import { Polylines } from './polylines.ts';

const coordinate = fc.double({ min: -200, max: 200, noNaN: true });
const matrix = fc.tuple(...Array.from({ length: 6 }, () => fc.double({ min: -3, max: 3, noNaN: true })));

/** Returns the distance of a point from the nearest line. */
function distance(lines: Polylines, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 2; at < lines.length; at += 2) {
    const [x0, y0, x1, y1] = lines.points.subarray(at - 2, at + 2) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const squared = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    const t =
      squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared));
    least = Math.min(least, Math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y));
  }
  return least;
}

const through = ([a, b, c, d, e, f]: Matrix, x: number, y: number) =>
  [a * x + c * y + e, b * x + d * y + f] as const;

describe('flatten', () => {
  it('stays within the tolerance of cubic curves under any matrix', () => {
    const property = fc.property(fc.tuple(...Array.from({ length: 8 }, () => coordinate)), matrix, (p, m) => {
      const path = new Path();
      path.moveTo(p[0]!, p[1]!);
      path.cubicTo(p[2]!, p[3]!, p[4]!, p[5]!, p[6]!, p[7]!);
      const lines = new Polylines();
      flatten(path, m as unknown as Matrix, 0.05, lines);
      if (lines.length === 0) return;
      for (let t = 0; t <= 1; t += 0.01) {
        const weights = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        const x = weights.reduce((sum, weight, index) => sum + weight * p[index * 2]!, 0);
        const y = weights.reduce((sum, weight, index) => sum + weight * p[index * 2 + 1]!, 0);
        expect(distance(lines, ...through(m as unknown as Matrix, x, y))).toBeLessThan(0.0501);
      }
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('stays within the tolerance of arcs under any matrix', () => {
    const radius = fc.double({ min: 0.01, max: 100, noNaN: true });
    const angle = fc.double({ min: -6.28, max: 6.28, noNaN: true });
    fc.assert(
      fc.property(radius, radius, angle, angle, matrix, (rx, ry, from, sweep, m) => {
        const at = (turn: number) => [rx * Math.cos(turn), ry * Math.sin(turn)] as const;
        const path = new Path();
        path.moveTo(...at(from));
        path.arc(0, 0, rx, 0, 0, ry, from, sweep, ...at(from + sweep));
        const lines = new Polylines();
        flatten(path, m as unknown as Matrix, 0.05, lines);
        for (let t = 0; t <= 1; t += 0.01)
          expect(distance(lines, ...through(m as unknown as Matrix, ...at(from + sweep * t)))).toBeLessThan(
            0.0501,
          );
      }),
      { numRuns: 60 },
    );
  });

  it('turns a zero-length line into a dot, and ignores a move that no line follows', () => {
    const path = new Path();
    path.moveTo(1, 1);
    path.moveTo(5, 6);
    path.lineTo(5, 6);
    path.moveTo(7, 8);
    path.close();
    const lines = new Polylines();
    flatten(path, [1, 0, 0, 1, 0, 0], 0.05, lines);
    expect([...lines.points.subarray(0, lines.length)]).toEqual([5, 6, 5, 6, 7, 8, 7, 8]);
    expect(lines.ends).toEqual([4, 8]);
  });
});
