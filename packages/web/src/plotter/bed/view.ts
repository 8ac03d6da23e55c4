import type { MachineProfile } from '@stationery/client';
import type { Bounds } from '../path/path.ts';

/** From steps on the machine to pixels of the picture. */
export interface View {
  scale: number;
  offsetX: number;
  offsetY: number;
  /** The sheet in steps, where there is one. */
  sheet: Bounds | undefined;
}

export type Fit = 'sheet' | 'drawing';

interface ViewParts {
  widthPx: number;
  heightPx: number;
  profile: MachineProfile | undefined;
  drawing: Bounds | undefined;
  fit: Fit;
}

const emptySideMm = 200;

export function sheetOf(profile: MachineProfile | undefined): Bounds | undefined {
  if (profile === undefined) return undefined;
  const { size, stepsPerMm, limits } = profile;
  if (size) return { minX: 0, minY: 0, maxX: size.widthMm * stepsPerMm, maxY: size.heightMm * stepsPerMm };
  return limits ?? undefined;
}

/** What is to be seen: the sheet and what reaches beyond it, or the drawing alone. */
export function visibleArea({
  profile,
  drawing,
  fit,
}: Pick<ViewParts, 'profile' | 'drawing' | 'fit'>): Bounds {
  const sheet = sheetOf(profile);
  const side = emptySideMm * (profile?.stepsPerMm ?? 80);
  if (fit === 'drawing' && drawing !== undefined) return drawing;
  if (sheet === undefined) return drawing ?? { minX: 0, minY: 0, maxX: side, maxY: side };
  if (drawing === undefined) return sheet;
  return {
    minX: Math.min(sheet.minX, drawing.minX),
    minY: Math.min(sheet.minY, drawing.minY),
    maxX: Math.max(sheet.maxX, drawing.maxX),
    maxY: Math.max(sheet.maxY, drawing.maxY),
  };
}

export function fitView(parts: ViewParts): View {
  const { widthPx, heightPx, profile } = parts;
  const area = visibleArea(parts);
  const marginPx = Math.max(14, Math.min(widthPx, heightPx) * 0.05);
  const width = Math.max(1, area.maxX - area.minX);
  const height = Math.max(1, area.maxY - area.minY);
  const scale = Math.min((widthPx - 2 * marginPx) / width, (heightPx - 2 * marginPx) / height);
  return {
    scale,
    offsetX: (widthPx - width * scale) / 2 - area.minX * scale,
    offsetY: (heightPx - height * scale) / 2 - area.minY * scale,
    sheet: sheetOf(profile),
  };
}

export function isSameArea(a: Bounds | undefined, b: Bounds): boolean {
  return a?.minX === b.minX && a.minY === b.minY && a.maxX === b.maxX && a.maxY === b.maxY;
}
