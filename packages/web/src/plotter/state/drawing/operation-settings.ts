import { operationTable } from '@stationery/contract/operation-table';
import type { Operation, SheetObject } from '@stationery/drawing';

export interface HatchSettings {
  hatch: 'lines' | 'cross' | 'inset';
  spacingMm: number;
  angle: number;
}

/** As stored in browsers. `noOperations` has the defaults of missing members. */
export interface OperationSettings extends Omit<HatchSettings, 'hatch'> {
  hatch: 'off' | HatchSettings['hatch'];
  hide: 'off' | 'layer' | 'document';
  strokes: 'off' | 'outline' | 'passes';
  penMm: number;
  mirror: 'off' | 'horizontal' | 'vertical';
  /** Shorter lines are removed; 0 keeps all. */
  shortestMm: number;
  /** Line ends that are this close are joined; 0 joins none. */
  mergeMm: number;
  /** Maximum deviation when points are removed; 0 keeps all points. */
  simplifyMm: number;
  cropsAtMargins: boolean;
  columns: number;
  rows: number;
  fitCopies: boolean;
  copyGapMm: number;
  /** For several drawings on a sheet. With 0, about as many columns as rows. */
  sheetColumns: number;
  sheetGapMm: number;
  frame: boolean;
  marks: boolean;
}

export const noOperations: OperationSettings = {
  hatch: 'off',
  spacingMm: 1,
  angle: 45,
  hide: 'off',
  strokes: 'off',
  penMm: 0.5,
  mirror: 'off',
  shortestMm: 0,
  mergeMm: 0,
  simplifyMm: 0,
  cropsAtMargins: false,
  columns: 1,
  rows: 1,
  fitCopies: false,
  copyGapMm: 5,
  sheetColumns: 0,
  sheetGapMm: 5,
  frame: false,
  marks: false,
};

const { hatch, strokes, filter, merge, simplify, copies, arrange } = operationTable;

/** The value 0 switches an operation off. */
export const operationLimits = {
  spacingMm: hatch.members.spacingMm,
  angle: hatch.members.angle,
  penMm: strokes.members.penMm,
  shortestMm: filter.members.shortestMm,
  mergeMm: merge.members.gapMm,
  simplifyMm: simplify.members.toleranceMm,
  columns: copies.members.columns,
  rows: copies.members.rows,
  copyGapMm: copies.members.gapMm,
  sheetColumns: { ...arrange.members.columns, min: 0 },
  sheetGapMm: arrange.members.gapMm,
};

/** The sheet is placed on the paper as a whole. */
export interface Sheet {
  widthMm: number;
  heightMm: number;
  objects: SheetObject[];
}

export function arrangementOf(
  settings: Partial<OperationSettings> = {},
  sheet?: Sheet,
): Extract<Operation, { kind: 'arrange' }> {
  const { sheetColumns, sheetGapMm: gapMm } = { ...noOperations, ...settings };
  return { kind: 'arrange', ...(sheet ?? { gapMm, ...(sheetColumns > 0 && { columns: sheetColumns }) }) };
}

/** Layers with their own hatching come first, because a fill is hatched only once. */
export function operationsOf(
  settings: Partial<OperationSettings> = {},
  layers: readonly { index: number; hatch?: HatchSettings }[] = [],
  sheet?: Sheet,
): Operation[] {
  const all = { ...noOperations, ...settings };
  const { hatch, spacingMm, angle, hide, strokes, penMm, columns, rows, frame, marks } = all;
  const operations: Operation[] = [];
  if (sheet || all.sheetColumns > 0 || all.sheetGapMm !== noOperations.sheetGapMm)
    operations.push(arrangementOf(all, sheet));
  // The angle of hatching is relative to the paper.
  if (all.mirror !== 'off') operations.push({ kind: 'mirror', axis: all.mirror });
  for (const { index, hatch: own } of layers) {
    if (own === undefined) continue;
    const { hatch: pattern, ...lines } = own;
    operations.push({ kind: 'hatch', layers: [index], pattern, penMm, ...lines });
  }
  if (hatch !== 'off') operations.push({ kind: 'hatch', pattern: hatch, penMm, spacingMm, angle });
  if (strokes !== 'off') operations.push({ kind: 'strokes', as: strokes, penMm });
  if (hide !== 'off') operations.push({ kind: 'hide', by: hide });
  if (all.shortestMm > 0) operations.push({ kind: 'filter', shortestMm: all.shortestMm });
  if (all.mergeMm > 0) operations.push({ kind: 'merge', gapMm: all.mergeMm });
  if (all.simplifyMm > 0) operations.push({ kind: 'simplify', toleranceMm: all.simplifyMm });
  const gap = all.copyGapMm !== noOperations.copyGapMm && { gapMm: all.copyGapMm };
  if (columns * rows > 1)
    operations.push({ kind: 'copies', columns, rows, ...gap, ...(all.fitCopies && { fit: true }) });
  if (frame) operations.push({ kind: 'frame' });
  if (marks) operations.push({ kind: 'marks' });
  return operations;
}

export function isHatchSettings({ hatch, spacingMm, angle }: HatchSettings): boolean {
  const isIn = (value: unknown, { min, max }: { min: number; max: number }) =>
    typeof value === 'number' && value >= min && value <= max;
  return (
    ['lines', 'cross', 'inset'].includes(hatch) &&
    isIn(spacingMm, operationLimits.spacingMm) &&
    isIn(angle, operationLimits.angle)
  );
}

export function areOperationSettings(kept: Partial<OperationSettings>): boolean {
  const stored = { ...noOperations, ...kept };
  const { hatch, hide, strokes, mirror, frame, marks, cropsAtMargins, fitCopies } = stored;
  return (
    ['off', 'lines', 'cross', 'inset'].includes(hatch) &&
    ['off', 'layer', 'document'].includes(hide) &&
    ['off', 'outline', 'passes'].includes(strokes) &&
    ['off', 'horizontal', 'vertical'].includes(mirror) &&
    [frame, marks, cropsAtMargins, fitCopies].every((value) => typeof value === 'boolean') &&
    Object.entries(operationLimits).every(([name, { min, max }]) => {
      const value = stored[name as keyof typeof operationLimits];
      return typeof value === 'number' && value >= min && value <= max;
    }) &&
    [stored.columns, stored.rows, stored.sheetColumns].every(Number.isInteger)
  );
}
