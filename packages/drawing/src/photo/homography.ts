import type { OffsetMm } from '../plan/plan-options.ts';

export interface PhotoPoint {
  readonly x: number;
  readonly y: number;
}

/** Rows of a 3 × 3 matrix that maps planned millimetres to a photo. The last element is 1. */
export type Homography = readonly number[];

interface PointPair {
  readonly at: OffsetMm;
  readonly found: PhotoPoint;
}

/**
 * Returns a matrix that maps four points exactly, or three without perspective; undefined if the points are too
 * close to a line.
 */
export function homographyOf(pairs: readonly PointPair[]): Homography | undefined {
  const isAffine = pairs.length === 3;
  const rows = pairs.flatMap(({ at: { xMm, yMm }, found: { x, y } }) => [
    [xMm, yMm, 1, 0, 0, 0, -xMm * x, -yMm * x, x],
    [0, 0, 0, xMm, yMm, 1, -xMm * y, -yMm * y, y],
  ]);
  const solved = solve(isAffine ? rows.map((row) => [...row.slice(0, 6), row[8]!]) : rows);
  return solved && [...solved, ...(isAffine ? [0, 0] : []), 1];
}

/**
 * Solves linear equations. Each row ends with its right side. Returns undefined if there is no single solution.
 */
export function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const top = rows[column]!;
    if (!(Math.abs(top[column]!) > 1e-9)) return undefined;
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / top[column]!;
      if (factor === 0) continue;
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * top[at]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}

export function inPhoto(h: Homography, xMm: number, yMm: number): PhotoPoint {
  const w = h[6]! * xMm + h[7]! * yMm + h[8]!;
  return { x: (h[0]! * xMm + h[1]! * yMm + h[2]!) / w, y: (h[3]! * xMm + h[4]! * yMm + h[5]!) / w };
}

/** Returns a matrix that applies `two` first, then `one`. */
export function composed(one: Homography, two: Homography): Homography {
  const product = Array.from({ length: 9 }, (_, at) => {
    const [row, column] = [Math.floor(at / 3) * 3, at % 3];
    return one[row]! * two[column]! + one[row + 1]! * two[3 + column]! + one[row + 2]! * two[6 + column]!;
  });
  return product.map((value) => value / product[8]!);
}
