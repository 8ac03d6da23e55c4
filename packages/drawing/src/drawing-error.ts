/** What kind of refusal it is. */
export type DrawingErrorCode =
  /** It is not XML, or not an SVG. */
  | 'drawing.not-svg'
  /** It is more than the limits allow. */
  | 'drawing.too-large'
  /** It is an SVG, but of a kind that nothing can be made of. */
  | 'drawing.unusable';

/** A file that is refused, with a message for the person who sent it. */
export class DrawingError extends Error {
  readonly code: DrawingErrorCode;

  constructor(code: DrawingErrorCode, message: string) {
    super(message);
    this.name = 'DrawingError';
    this.code = code;
  }
}
