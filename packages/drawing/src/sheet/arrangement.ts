import type { Operation, OperationOf, SheetObject } from '@stationery/contract/operation-table';
import { type Transform, turned } from '../geometry/transform.ts';
import { wrong } from '../operations/check-operations.ts';
import { paperSize, type SizeMm } from '../plan/paper.ts';
import type { PlanOptions } from '../plan/plan-options.ts';

const defaultGapMm = 5;

/** Returns how drawings are arranged. Drawings with chosen places are placed on the paper itself. */
export function arrangementIn({
  operations,
  paper,
  orientation,
}: Pick<PlanOptions, 'operations' | 'paper' | 'orientation'>): OperationOf<'arrange'> {
  const isArrange = (operation: Operation) => operation.kind === 'arrange';
  const found = (operations?.findLast(isArrange) ?? { kind: 'arrange' }) as OperationOf<'arrange'>;
  if (found.objects === undefined || paper === undefined) return found;
  return { ...paperSize({ paper, orientation }, { widthMm: 0, heightMm: 0 }), ...found };
}

/** Returns the largest enlargement of a drawing on the sheet, at least 1. */
export const enlargementIn = ({ objects = [] }: OperationOf<'arrange'>) =>
  objects.reduce((largest, { scale = 1 }) => Math.max(largest, scale), 1);

interface LaidOutObject extends Required<SheetObject> {
  readonly transform: Transform;
}

export interface SheetLayout extends SizeMm {
  readonly objects: readonly LaidOutObject[];
}

/** Lays out pages at the chosen places, or in rows in which each page is centred in its cell. */
export function layOut(pages: readonly SizeMm[], arrangement: OperationOf<'arrange'>): SheetLayout {
  const { objects, widthMm, heightMm } = arrangement;
  if (objects === undefined) return inRows(pages, arrangement);
  const laid = objects.map((object) => laidOut(object, pages));
  const far = (mm: readonly number[]) => Math.max(0.1, ...mm);
  const halves = laid.map(({ drawing, transform: { a, b } }) => {
    const [width, height] = [pages[drawing]!.widthMm / 2, pages[drawing]!.heightMm / 2];
    return {
      across: Math.abs(a) * width + Math.abs(b) * height,
      down: Math.abs(b) * width + Math.abs(a) * height,
    };
  });
  return {
    widthMm: widthMm ?? far(laid.map(({ xMm }, at) => xMm + halves[at]!.across)),
    heightMm: heightMm ?? far(laid.map(({ yMm }, at) => yMm + halves[at]!.down)),
    objects: laid,
  };
}

function laidOut(object: SheetObject, pages: readonly SizeMm[]): LaidOutObject {
  const { drawing, xMm, yMm, scale = 1, rotate = 0 } = object;
  const page = pages[drawing];
  if (page === undefined) throw wrong(`There is no drawing ${drawing + 1}: the sheet has ${pages.length}`);
  const { cosine, sine } = turned(rotate);
  const [a, b] = [scale * cosine, scale * sine];
  const [x, y] = [page.widthMm / 2, page.heightMm / 2];
  const transform = { a, b, c: -b, d: a, e: xMm - a * x + b * y, f: yMm - b * x - a * y };
  return { drawing, xMm, yMm, scale, rotate, transform };
}

function inRows(
  pages: readonly SizeMm[],
  { columns = Math.ceil(Math.sqrt(pages.length)), gapMm = defaultGapMm }: OperationOf<'arrange'>,
): SheetLayout {
  const across = axisOf(
    pages.map(({ widthMm }, at) => ({ place: at % columns, mm: widthMm })),
    gapMm,
  );
  const down = axisOf(
    pages.map(({ heightMm }, at) => ({ place: Math.floor(at / columns), mm: heightMm })),
    gapMm,
  );
  const objects = pages.map((_, drawing) => {
    const [xMm, yMm] = [across.middlesMm[drawing]!, down.middlesMm[drawing]!];
    return laidOut({ drawing, xMm, yMm }, pages);
  });
  return { widthMm: across.lengthMm, heightMm: down.lengthMm, objects };
}

/** Returns the cells along an axis. A cell is as long as its longest drawing. */
function axisOf(
  all: readonly { readonly place: number; readonly mm: number }[],
  gapMm: number,
): { middlesMm: number[]; lengthMm: number } {
  const longest: number[] = [];
  for (const { place, mm } of all) longest[place] = Math.max(longest[place] ?? 0, mm);
  let lengthMm = -gapMm;
  const middles = longest.map((mm) => {
    const beginMm = lengthMm + gapMm;
    lengthMm = beginMm + mm;
    return beginMm + mm / 2;
  });
  return { middlesMm: all.map(({ place }) => middles[place]!), lengthMm };
}
