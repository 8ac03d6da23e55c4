import { DrawingError } from '../drawing-error.ts';

export interface Limits {
  /** Points of all strokes together. */
  readonly maxPoints: number;
  readonly maxStrokes: number;
  /** Elements, counting one again each time that it is used. */
  readonly maxElements: number;
}

export const defaultLimits: Limits = { maxPoints: 20_000_000, maxStrokes: 2_000_000, maxElements: 1_000_000 };

/** Comparing lines with the edges of clip paths, and elements with rules: a second or two of it. */
const maxWork = 100_000_000;
/** Elements inside each other, counting what is reached by `use`. */
const maxDepth = 1000;

/** Counts what a file costs, and refuses the file that costs too much. */
export class Budget {
  private readonly limits: Limits;
  private points = 0;
  private strokes = 0;
  private elements = 0;
  private done = 0;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  stroke(pointCount: number): void {
    this.strokes++;
    this.points += pointCount;
    if (this.strokes > this.limits.maxStrokes)
      throw tooLarge(`more than ${words(this.limits.maxStrokes)} lines`);
    if (this.points > this.limits.maxPoints)
      throw tooLarge(`more than ${words(this.limits.maxPoints)} points`);
  }

  /** Whether one element may have this many points more. Bound to this, to be handed on. */
  readonly checkPoints = (count: number): void => {
    if (this.points + count > this.limits.maxPoints)
      throw tooLarge(`more than ${words(this.limits.maxPoints)} points`);
  };

  element(depth: number): void {
    this.elements++;
    if (this.elements > this.limits.maxElements)
      throw tooLarge(
        `more than ${words(this.limits.maxElements)} elements, counting each time one is used again`,
      );
    if (depth > maxDepth) throw tooLarge(`elements that use each other more than ${maxDepth} deep`);
  }

  /** Bound to this, to be handed on. */
  readonly work = (units: number): void => {
    this.done += units;
    if (this.done > maxWork)
      throw tooLarge('clip paths, style rules or text that would take minutes to work out');
  };
}

function words(count: number): string {
  return count.toLocaleString('en-GB');
}

function tooLarge(what: string): DrawingError {
  return new DrawingError(
    'drawing.too-large',
    `This drawing is too large: it has ${what}. Simplify it or split it.`,
  );
}
