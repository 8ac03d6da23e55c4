/** Share of the time for parsing the XML; the rest is for drawing. */
const xmlPart = 0.3;
/** Smaller steps are not reported. */
const minStep = 0.01;

/** Reports the part of a file that is read. It only grows and ends at 1. */
export class Progress {
  private readonly length: number;
  private readonly onProgress: ((part: number) => void) | undefined;
  private reported = 0;

  /** `length`: number of characters in the file. */
  constructor(length: number, onProgress: ((part: number) => void) | undefined) {
    this.length = Math.max(1, length);
    this.onProgress = onProgress;
  }

  /** Reports parsed characters of the XML. An arrow function, so that it can be passed on. */
  readonly xml = (at: number): void => this.report((at / this.length) * xmlPart);

  /** Reports the number of characters not drawn yet. An arrow function, so that it can be passed on. */
  readonly undrawn = (left: number): void => this.report(1 - (left / this.length) * (1 - xmlPart));

  /** Reports read characters, for files read in one pass. An arrow function, so that it can be passed on. */
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
