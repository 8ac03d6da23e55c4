import { keepText, keptText } from '../../ui/storage.ts';
import type { KeptPaper } from './settings.ts';

const key = 'stationery.plotter.paper';

/** What was chosen last in this browser. Anybody can write there, so it is looked at closely. */
export function keptPaper(): KeptPaper | undefined {
  try {
    const kept = JSON.parse(keptText(key) ?? 'null') as KeptPaper | null;
    if (kept === null) return undefined;
    const { paper, orientation, marginMm, paperAt } = kept;
    const numbers = [marginMm, paperAt.xMm, paperAt.yMm];
    const isGood =
      typeof paper === 'string' &&
      ['portrait', 'landscape'].includes(orientation) &&
      numbers.every(Number.isFinite);
    return isGood ? { paper, orientation, marginMm, paperAt } : undefined;
  } catch {
    return undefined;
  }
}

export function keepPaper({ paper, orientation, marginMm, paperAt }: KeptPaper): void {
  keepText(key, JSON.stringify({ paper, orientation, marginMm, paperAt }));
}
