import { DrawingError } from '../drawing-error.ts';

/** Maximum work in units of about ten nanoseconds, like the reading budget. */
const maxWork = 400_000_000;
const maxPoints = 20_000_000;

/** Counts the work and throws if a limit is exceeded. */
export class WorkLimit {
  kind = '';
  /** Number of fill parts that are too narrow for a hatch line. */
  narrowFills = 0;
  private done = 0;
  private readonly max: number;

  constructor(max = maxWork) {
    this.max = max;
  }

  /** A property, so that it can be passed as a function. */
  readonly work = (units: number): void => {
    this.done += units;
    if (this.done > this.max)
      throw new DrawingError(
        'drawing.too-large',
        `The operation “${this.kind}” takes too long for this drawing. ${this.advice()}`,
      );
  };

  /** Throws if a shape may not have this many points. */
  readonly checkPoints = (count: number): void => {
    this.work(count);
    if (count > maxPoints)
      throw new DrawingError(
        'drawing.too-large',
        `The operation “${this.kind}” makes more than ${maxPoints.toLocaleString('en-GB')} points. ${this.advice()}`,
      );
  };

  private advice(): string {
    return this.kind === 'hatch'
      ? 'Use a wider spacing, or hatch fewer layers.'
      : 'Simplify the drawing or split it.';
  }
}
