import { keepText, keptText } from '../../../../ui/storage.ts';
import { type ChosenPaper, isPaper, type PaperStorage } from '../settings.ts';

const key = 'stationery.plotter.paper';

/** The paper that was chosen last in this browser. */
export const paperStorage: PaperStorage = {
  /** Anything may be stored there, so it is checked. */
  read() {
    try {
      const kept = JSON.parse(keptText(key) ?? 'null') as ChosenPaper | null;
      if (kept === null) return undefined;
      const { paper, orientation, marginMm, paperAt } = kept;
      const numbers = [marginMm, paperAt.xMm, paperAt.yMm];
      const isValid =
        typeof paper === 'string' &&
        isPaper(paper) &&
        (orientation === undefined || ['portrait', 'landscape'].includes(orientation)) &&
        numbers.every(Number.isFinite);
      return isValid ? { paper, ...(orientation && { orientation }), marginMm, paperAt } : undefined;
    } catch {
      return undefined;
    }
  },
  write({ paper, orientation, marginMm, paperAt }, isOrientationChosen) {
    const stored = { paper, ...(isOrientationChosen && { orientation }), marginMm, paperAt };
    keepText(key, JSON.stringify(stored));
  },
};
