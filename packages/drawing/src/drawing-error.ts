export type DrawingErrorCode =
  /** The format is unknown, or the file is damaged. */
  | 'drawing.not-readable'
  /** The file exceeds a limit. */
  | 'drawing.too-large'
  /** The file can be read but not plotted. */
  | 'drawing.unusable';

/** A file was rejected. The message is for the user. */
export class DrawingError extends Error {
  readonly code: DrawingErrorCode;

  constructor(code: DrawingErrorCode, message: string) {
    super(message);
    this.name = 'DrawingError';
    this.code = code;
  }
}
