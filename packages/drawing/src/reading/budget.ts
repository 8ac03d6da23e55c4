import { DrawingError } from '../drawing-error.ts';

export interface Limits {
  readonly maxPoints: number;
  readonly maxStrokes: number;
  /** Elements of a `use` count again for each use. */
  readonly maxElements: number;
  /**
   * Work units of about ten nanoseconds: comparing a line with an edge takes one, an element with a rule ten.
   */
  readonly maxWork: number;
}

export const defaultLimits: Limits = {
  maxPoints: 20_000_000,
  maxStrokes: 2_000_000,
  maxElements: 1_000_000,
  maxWork: 100_000_000,
};

/** Work units per character. Numbers in paths cost the most. */
const workOfCharacter = 3;
/** Work units for a point that is computed and then cut off. */
const workOfLostPoint = 8;
/** Maximum nesting depth of elements, including those reached by `use`. */
const maxDepth = 1000;

/** Counts the work of reading a file and throws if a limit is exceeded. */
export class Budget {
  private readonly limits: Limits;
  private points = 0;
  private strokes = 0;
  private elements = 0;
  private done = 0;
  private unreadCharacters: number;
  private readonly onUnread: ((characters: number) => void) | undefined;

  /** Reading each of the `fileLength` characters once costs nothing. */
  constructor(limits: Limits, fileLength: number, onUnread?: (characters: number) => void) {
    this.limits = limits;
    this.unreadCharacters = fileLength;
    this.onUnread = onUnread;
  }

  get spent(): Limits {
    return {
      maxPoints: this.points,
      maxStrokes: this.strokes,
      maxElements: this.elements,
      maxWork: this.done,
    };
  }

  stroke(pointCount: number): void {
    this.strokes++;
    this.points += pointCount;
    if (this.strokes > this.limits.maxStrokes)
      throw tooLarge(`more than ${words(this.limits.maxStrokes)} lines`);
    if (this.points > this.limits.maxPoints)
      throw tooLarge(`more than ${words(this.limits.maxPoints)} points`);
  }

  /** Throws if an element may not have this many more points. A property, so that it can be passed as a function. */
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

  /** Counts read characters. Those read again cost work, so that a long path cannot be reused without limit. */
  read(characters: number): void {
    const again = characters - this.unreadCharacters;
    this.unreadCharacters = Math.max(0, -again);
    this.onUnread?.(this.unreadCharacters);
    if (again > 0) this.work(again * workOfCharacter);
  }

  /** Counts points that are computed but not drawn, because they are not visible. */
  lostPoints(count: number): void {
    this.work(count * workOfLostPoint);
  }

  /** A property, so that it can be passed as a function. */
  readonly work = (units: number): void => {
    this.done += units;
    if (this.done > this.limits.maxWork)
      throw tooLarge(
        'parts that take too long to work out: clip paths, style rules, text, or something long that is used often',
      );
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
