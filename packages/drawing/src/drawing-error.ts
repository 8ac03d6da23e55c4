export type DrawingErrorCode =
  /** Not in a format that can be read, or damaged. */
  | 'drawing.not-readable'
  /** Exceeds a limit. */
  | 'drawing.too-large'
  /** Readable, but cannot be plotted. */
  | 'drawing.unusable';

/** A rejected file, with a message for the user. */
export class DrawingError extends Error {
  readonly code: DrawingErrorCode;

  constructor(code: DrawingErrorCode, message: string) {
    super(message);
    this.name = 'DrawingError';
    this.code = code;
  }
}
