/** Share of the reading time that parsing the XML takes. The rest is for drawing. */
const xmlPart = 0.3;
/** Smaller steps are not reported. */
const minStep = 0.01;

/** Reports the share of a file that was read. The share only grows and ends at 1. */
export class Progress {
  private readonly length: number;
  private readonly onProgress: ((part: number) => void) | undefined;
  private reported = 0;

  /** `length` is the number of characters in the file. */
  constructor(length: number, onProgress: ((part: number) => void) | undefined) {
    this.length = Math.max(1, length);
    this.onProgress = onProgress;
  }

  /**
   * Reports the number of characters of XML that were parsed. A property, not a method, so that it can be
   * passed as a function.
   */
  readonly xml = (at: number): void => this.report((at / this.length) * xmlPart);

  /**
   * Reports the number of characters that are not drawn yet. A property, not a method, so that it can be
   * passed as a function.
   */
  readonly undrawn = (left: number): void => this.report(1 - (left / this.length) * (1 - xmlPart));

  /**
   * Reports the number of characters that were read, for files read in one pass. A property, not a method, so
   * that it can be passed as a function.
   */
  readonly characters = (at: number): void => this.report(at / this.length);

  end(): void {
    if (this.reported < 1) this.onProgress?.(1);
    this.reported = 1;
  }

  private report(part: number): void {
    if (part < this.reported + minStep || part >= 1) return;
    this.reported = part;
    this.onProgress?.(part);
  }
}
