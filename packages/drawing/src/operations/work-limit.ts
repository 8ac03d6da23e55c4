import { DrawingError } from '../drawing-error.ts';

/** Steps of about ten nanoseconds, as those of the reader's budget. */
const maxWork = 400_000_000;
/** As many as a file may have. */
const maxPoints = 20_000_000;

/** Counts what operations cost and make, and refuses what is too much. */
export class WorkLimit {
  /** The operation that is being done. */
  kind = '';
  /** Parts of fills that are too narrow for a line of their hatching. */
  narrowFills = 0;
  private done = 0;
  private readonly most: number;

  constructor(most = maxWork) {
    this.most = most;
  }

  /** Bound to this, to be handed on. */
  readonly work = (units: number): void => {
    this.done += units;
    if (this.done > this.most)
      throw new DrawingError(
        'drawing.too-large',
        `The operation “${this.kind}” takes too long for this drawing. ${this.advice()}`,
      );
  };

  /** Whether one shape may have so many points. Bound to this, to be handed on. */
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
