/** The part of the time that goes into reading the XML; the rest goes into drawing what it says. */
const xmlPart = 0.3;
/** Reporting more often than this would show nothing more. */
const minStep = 0.01;

/** Reports the part of a file that is read. It only grows and ends at 1. */
export class Progress {
  private readonly length: number;
  private readonly onProgress: ((part: number) => void) | undefined;
  private reported = 0;

  /** `length` is how many characters the file has. */
  constructor(length: number, onProgress: ((part: number) => void) | undefined) {
    this.length = Math.max(1, length);
    this.onProgress = onProgress;
  }

  /** The XML is read up to this character. Bound to this, to be handed on. */
  readonly xml = (at: number): void => this.report((at / this.length) * xmlPart);

  /** So many characters are left that were not drawn yet. Bound to this, to be handed on. */
  readonly undrawn = (left: number): void => this.report(1 - (left / this.length) * (1 - xmlPart));

  /** A file that is read in one go is read up to this character. Bound to this, to be handed on. */
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
