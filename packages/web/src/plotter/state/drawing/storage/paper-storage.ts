import { keepText, keptText } from '../../../../ui/storage.ts';
import type { KeptPaper } from '../settings.ts';

const key = 'stationery.plotter.paper';

/** How the sheet lies is kept only where somebody chose it; else it lies as each drawing does. */
export type ChosenPaper = Omit<KeptPaper, 'orientation'> & Partial<Pick<KeptPaper, 'orientation'>>;

/** What was chosen last in this browser. Anybody can write there, so it is looked at closely. */
export function keptPaper(): ChosenPaper | undefined {
  try {
    const kept = JSON.parse(keptText(key) ?? 'null') as ChosenPaper | null;
    if (kept === null) return undefined;
    const { paper, orientation, marginMm, paperAt } = kept;
    const numbers = [marginMm, paperAt.xMm, paperAt.yMm];
    const isGood =
      typeof paper === 'string' &&
      (orientation === undefined || ['portrait', 'landscape'].includes(orientation)) &&
      numbers.every(Number.isFinite);
    return isGood ? { paper, ...(orientation && { orientation }), marginMm, paperAt } : undefined;
  } catch {
    return undefined;
  }
}

export function keepPaper(now: KeptPaper, isOrientationChosen: boolean): void {
  const { paper, marginMm, paperAt } = now;
  const orientation = isOrientationChosen ? now.orientation : undefined;
  keepText(key, JSON.stringify({ paper, orientation, marginMm, paperAt }));
}
