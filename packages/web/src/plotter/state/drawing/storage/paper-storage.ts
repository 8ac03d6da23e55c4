import { loadText, saveText } from '../../../../ui/storage.ts';
import { type ChosenPaper, isPaper, type PaperStorage } from '../settings.ts';

const key = 'stationery.plotter.paper';

export const paperStorage: PaperStorage = {
  /** Stored data is untrusted. */
  read() {
    try {
      const stored = JSON.parse(loadText(key) ?? 'null') as ChosenPaper | null;
      if (stored === null) return undefined;
      const { paper, orientation, marginMm, paperAt } = stored;
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
    saveText(key, JSON.stringify(stored));
  },
};
