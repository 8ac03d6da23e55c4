import type { Box } from '../geometry/box.ts';
import type { Transform } from '../geometry/transform.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import type { FoundMark, OffsetMm } from './plan-options.ts';

export type MarksProblem = keyof typeof messages;

/** The error for marks that do not fit. `mm` is the distance that the message names. */
export class MarksError extends PlanOptionError {
  readonly problem: MarksProblem;
  readonly mm: number;

  constructor(problem: MarksProblem, mm: number) {
    super('marks', messages[problem](mm.toFixed(1)));
    this.problem = problem;
    this.mm = mm;
  }
}

const maxMarks = 20;
/** Marks that are closer do not show a rotation. */
export const minApartMm = 20;
export const maxErrorMm = 1;
/** Paper and printers do not change sizes by more than this factor. */
const maxScale = 1.1;

const messages = {
  'too-few': () => 'At least two marks are needed',
  'too-many': () => `At most ${maxMarks} marks are possible`,
  'too-close': (mm: string) =>
    `Two marks are only ${mm} mm apart: use marks that are at least ${minApartMm} mm apart, best at opposite corners`,
  'other-size': (mm: string) =>
    `The distances between the marks differ by up to ${mm} mm from the planned ones: check that each was found at its own place`,
  'no-match': (mm: string) => `The marks are up to ${mm} mm off: find them again, in the given order`,
  'out-of-reach': (mm: string) =>
    `Placed by these marks, the drawing is ${mm} mm out of the machine's reach: move the sheet`,
  'mark-out-of-reach': (mm: string) =>
    `A mark is said to have been found ${mm} mm out of the machine's reach: find it again`,
};

/** Where a sheet lies, compared with the plan. */
export interface Registration {
  /** Transforms planned to actual positions, in millimetres from the machine's origin. */
  readonly transform: Transform;
  readonly scale: number;
  /** Rotation, clockwise. */
  readonly degrees: number;
  /** The largest distance between a mark and its computed place. With two marks, 0. */
  readonly errorMm: number;
  readonly errorsMm: readonly number[];
}

/** Returns where a sheet lies. Throws a `MarksError` if the marks do not fit. */
export function registerMarks(marks: readonly FoundMark[]): Registration {
  const registration = fitMarks(marks);
  if (registration.errorMm > maxErrorMm) throw new MarksError('no-match', registration.errorMm);
  return registration;
}

/** Fits the marks by least squares and accepts any error. */
export function fitMarks(marks: readonly FoundMark[]): Registration {
  const count = marks.length;
  if (count < 2) throw new MarksError('too-few', 0);
  if (count > maxMarks) throw new MarksError('too-many', 0);
  checkDistances(marks);
  const mean = (of: (mark: FoundMark) => number) => marks.reduce((sum, mark) => sum + of(mark), 0) / count;
  const [atX, atY] = [mean(({ at }) => at.xMm), mean(({ at }) => at.yMm)];
  const [foundX, foundY] = [mean(({ found }) => found.xMm), mean(({ found }) => found.yMm)];
  let [along, across, squared] = [0, 0, 0];
  for (const { at, found } of marks) {
    const [x, y] = [at.xMm - atX, at.yMm - atY];
    const [u, v] = [found.xMm - foundX, found.yMm - foundY];
    along += x * u + y * v;
    across += x * v - y * u;
    squared += x * x + y * y;
  }
  const [a, b] = [along / squared, across / squared];
  const transform = { a, b, c: -b, d: a, e: foundX - a * atX + b * atY, f: foundY - b * atX - a * atY };
  const errorsMm = marks.map(({ at, found }) => {
    const { xMm, yMm } = movedPlace(at, transform);
    return Math.hypot(xMm - found.xMm, yMm - found.yMm);
  });
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { transform, scale: Math.hypot(a, b), degrees, errorMm: Math.max(...errorsMm), errorsMm };
}

/** Throws a `MarksError` if the pen cannot have been on a mark. `reach` is from the origin. */
export function checkReach(marks: readonly FoundMark[], reach: Box): void {
  const outsideMm = Math.max(...marks.map(({ found }) => outsideOf(reach, found.xMm, found.yMm)));
  if (outsideMm > roundingMm) throw new MarksError('mark-out-of-reach', outsideMm);
}

/** Tolerance for positions, which are rounded to steps. */
export const roundingMm = 0.05;

/** Returns how far a point is outside of a box along one axis; negative if it is inside. */
export function outsideOf({ minX, minY, maxX, maxY }: Box, x: number, y: number): number {
  return Math.max(minX - x, x - maxX, minY - y, y - maxY);
}

function checkDistances(marks: readonly FoundMark[]): void {
  let worstMm = 0;
  for (const [index, one] of marks.entries()) {
    for (const other of marks.slice(index + 1)) {
      const [planned, found] = [distance(one.at, other.at), distance(one.found, other.found)];
      const closest = Math.min(planned, found);
      // The inverted condition also refuses values that are not numbers.
      if (!(closest >= minApartMm && Number.isFinite(planned + found)))
        throw new MarksError('too-close', closest);
      const ratio = planned / found;
      if (ratio > maxScale || ratio < 1 / maxScale) worstMm = Math.max(worstMm, Math.abs(planned - found));
    }
  }
  if (worstMm > 0) throw new MarksError('other-size', worstMm);
}

const distance = (one: OffsetMm, other: OffsetMm) => Math.hypot(one.xMm - other.xMm, one.yMm - other.yMm);

export function movedPlace({ xMm, yMm }: OffsetMm, { a, b, c, d, e, f }: Transform): OffsetMm {
  return { xMm: a * xMm + c * yMm + e, yMm: b * xMm + d * yMm + f };
}

/**
 * Converts a transform of machine positions to one of positions on a paper whose corner is not at the origin.
 */
export function onPaper({ a, b, c, d, e, f }: Transform, { xMm, yMm }: OffsetMm): Transform {
  return { a, b, c, d, e: a * xMm + c * yMm + e - xMm, f: b * xMm + d * yMm + f - yMm };
}
