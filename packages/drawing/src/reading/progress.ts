/** Share of the reading time that parsing the XML takes. */
const xmlPart = 0.3;
const minStep = 0.01;

/** Reports the progress as a share that only grows and ends at 1. */
export class Progress {
  private readonly length: number;
  private readonly onProgress: ((part: number) => void) | undefined;
  private reported = 0;

  constructor(length: number, onProgress: ((part: number) => void) | undefined) {
    this.length = Math.max(1, length);
    this.onProgress = onProgress;
  }

  /**
   * Reports the characters of XML that were parsed. Like the next two, a property that can be passed as a
   * function.
   */
  readonly xml = (at: number): void => this.report((at / this.length) * xmlPart);

  /** Reports the characters that are not drawn yet. */
  readonly undrawn = (left: number): void => this.report(1 - (left / this.length) * (1 - xmlPart));

  /** Reports the characters that were read, for files read in one pass. */
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
