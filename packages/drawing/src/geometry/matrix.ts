/** x' = a·x + c·y + e, y' = b·x + d·y + f. The elements are in the order of SVG. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** Returns a matrix that applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function translation(x: number, y: number): Matrix {
  return [1, 0, 0, 1, x, y];
}

export function scaling(x: number, y: number): Matrix {
  return [x, 0, 0, y, 0, 0];
}

export function determinant([a, b, c, d]: Matrix): number {
  return a * d - b * c;
}

/** Returns the largest factor by which the matrix stretches a vector. */
export function greatestScale([a, b, c, d]: Matrix): number {
  const half = (a * a + b * b + c * c + d * d) / 2;
  const det = a * d - b * c;
  return Math.sqrt(half + Math.sqrt(Math.max(0, half * half - det * det)));
}

export function isFiniteMatrix(matrix: Matrix): boolean {
  return matrix.every(Number.isFinite);
}
