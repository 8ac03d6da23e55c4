import { PlanOptionError } from '../options/plan-option-error.ts';

export interface SizeMm {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** Sizes in portrait orientation. */
export const namedPapers: Readonly<Record<string, SizeMm>> = {
  a0: { widthMm: 841, heightMm: 1189 },
  a1: { widthMm: 594, heightMm: 841 },
  a2: { widthMm: 420, heightMm: 594 },
  a3: { widthMm: 297, heightMm: 420 },
  a4: { widthMm: 210, heightMm: 297 },
  a5: { widthMm: 148, heightMm: 210 },
  a6: { widthMm: 105, heightMm: 148 },
  letter: { widthMm: 215.9, heightMm: 279.4 },
  legal: { widthMm: 215.9, heightMm: 355.6 },
  tabloid: { widthMm: 279.4, heightMm: 431.8 },
};

const maxSideMm = 100_000;

interface Wish {
  readonly paper?: string | undefined;
  readonly orientation?: 'portrait' | 'landscape' | undefined;
}

/** Returns the size of the sheet as it lies in front of the user. `page` is the size of the rotated drawing. */
export function paperSize({ paper, orientation }: Wish, page: SizeMm): SizeMm {
  if (paper === undefined) return orientation === undefined ? page : laid(page, orientation === 'landscape');
  const name = paper.trim().toLowerCase();
  const named = Object.hasOwn(namedPapers, name) ? namedPapers[name] : undefined;
  if (named !== undefined)
    return laid(named, orientation === undefined ? isWide(page) : orientation === 'landscape');
  const size = measured(paper);
  return orientation === undefined ? size : laid(size, orientation === 'landscape');
}

export function isWide({ widthMm, heightMm }: SizeMm): boolean {
  return widthMm > heightMm;
}

function measured(text: string): SizeMm {
  const match = /^(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*(?:mm)?$/i.exec(text.trim());
  const widthMm = Number(match?.[1]);
  const heightMm = Number(match?.[2]);
  if (!(widthMm > 0 && heightMm > 0 && widthMm <= maxSideMm && heightMm <= maxSideMm)) {
    const names = Object.keys(namedPapers).join(', ');
    throw new PlanOptionError(
      'paper',
      `unknown paper size “${text}”: use ${names}, or a size such as 210x297mm`,
    );
  }
  return { widthMm, heightMm };
}

function laid(size: SizeMm, wide: boolean): SizeMm {
  return isWide(size) === wide ? size : { widthMm: size.heightMm, heightMm: size.widthMm };
}
