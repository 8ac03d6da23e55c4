import type { Dashes } from '../../reading/pen-trace.ts';
import { unitsPerMm } from './coordinates.ts';

/** Dashes and gaps of line types 1 to 8, as shares of the pattern. A dash without length is a dot. */
const patterns: readonly (readonly number[])[] = [
  [0, 1],
  [0.5, 0.5],
  [0.7, 0.3],
  [0.8, 0.1, 0, 0.1],
  [0.7, 0.1, 0.1, 0.1],
  [0.5, 0.1, 0.1, 0.1, 0.1, 0.1],
  [0.7, 0.1, 0, 0.1, 0, 0.1],
  [0.5, 0.1, 0, 0.1, 0.1, 0.1, 0, 0.1],
];
const maxLength = 32_767;
/** Shortens a fitted pattern, so that rounding never drops its last dot. */
const endPart = 1e-9;

/** The line type set by `LT`. */
export class LineType {
  private type: number | undefined = undefined;
  private length = 4;
  private isInMm = false;

  /**
   * Executes `LT`. Without a type, lines are solid. Omitted lengths and modes keep their value. Returns false
   * for invalid values.
   */
  set([type, length = this.length, mode = this.isInMm ? 1 : 0]: readonly number[]): boolean {
    const isUsable =
      Math.abs(Math.trunc(type ?? 0)) <= patterns.length && length > 0 && (mode === 0 || mode === 1);
    if (!isUsable) return false;
    this.type = type === undefined ? undefined : Math.trunc(type);
    this.length = Math.min(length, maxLength);
    this.isInMm = mode === 1;
    return true;
  }

  /** Returns the dashes in plotter units, for a given distance from P1 to P2. */
  dashes(diagonal: number): Dashes | undefined {
    const { type } = this;
    if (type === undefined) return undefined;
    const patternMm = this.isInMm ? this.length : ((this.length / 100) * diagonal) / unitsPerMm;
    const parts = patterns[Math.max(1, Math.abs(type)) - 1] as readonly number[];
    if (type > 0) {
      const lengths = parts.map((part) => part * patternMm);
      return { eachPart: false, pattern: () => ({ lengths, offset: 0 }) };
    }
    // Each line begins and ends with half a dash. Type 0 has a dot at either end.
    return {
      eachPart: true,
      pattern(lengthMm, isContinued) {
        const count = type === 0 ? 1 : Math.max(1, Math.round(lengthMm / patternMm));
        const fitted = (lengthMm * (1 - endPart)) / count;
        // The previous line ended with the first dot.
        const passed = isContinued ? endPart : 0;
        return {
          lengths: parts.map((part) => part * fitted),
          offset: ((parts[0] as number) / 2 + passed) * fitted,
        };
      },
    };
  }
}
