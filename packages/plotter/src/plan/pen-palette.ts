import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { AppError, type StoredValue } from '@stationery/core';
import { isDip } from '@stationery/drawing';

type PenPaletteDocument = AnswerOf<typeof plotterRoutes.getPens>;
export type PalettePen = PenPaletteDocument['pens'][number];
export type DrawnDistance = NonNullable<PenPaletteDocument['drawn']>[number];

interface StoredPens {
  pens: StoredValue<readonly PalettePen[]>;
  drawn: StoredValue<readonly DrawnDistance[]>;
}

/** A power cut loses at most this much of a distance. */
const storeEveryMm = 1000;

export class PenPalette {
  readonly #stored: StoredPens;
  #pens: readonly PalettePen[];
  #drawn: readonly DrawnDistance[];
  #unstoredMm = 0;

  constructor(stored: StoredPens) {
    this.#stored = stored;
    this.#pens = stored.pens.get();
    this.#drawn = stored.drawn.get();
  }

  get pens(): readonly PalettePen[] {
    return this.#pens;
  }

  get document(): PenPaletteDocument {
    return { pens: [...this.#pens], drawn: [...this.#drawn] };
  }

  replace(pens: readonly PalettePen[]): void {
    checkPens(pens);
    const renamed = renamedPen(this.#pens, pens);
    this.#stored.pens.set(pens);
    this.#pens = pens;
    this.#storeDrawn(
      this.#drawn.map((one) => (one.pen === renamed?.from ? { ...one, pen: renamed.to } : one)),
    );
  }

  /** Ignores pens that are not owned, such as those named after a layer. */
  drew(name: string, mm: number): void {
    const pen = this.#pens.find((one) => nameOf(one) === nameOf({ name }))?.name;
    if (pen === undefined) return;
    const { drawnMm = 0 } = this.#drawn.find((one) => one.pen === pen) ?? {};
    this.#drawn = [...this.#drawn.filter((one) => one.pen !== pen), { pen, drawnMm: drawnMm + mm }];
    this.#unstoredMm += mm;
    if (this.#unstoredMm >= storeEveryMm) this.storeDrawn();
  }

  storeDrawn(): void {
    if (this.#unstoredMm > 0) this.#storeDrawn(this.#drawn);
  }

  renew(name: string): void {
    if (!this.#pens.some((pen) => pen.name === name))
      throw new AppError('invalid-request', `There is no pen “${name}”.`, { pointer: '/pen' });
    this.#storeDrawn(this.#drawn.filter(({ pen }) => pen !== name));
  }

  reload(): void {
    this.#pens = this.#stored.pens.get();
    this.#storeDrawn(this.#drawn);
  }

  #storeDrawn(drawn: readonly DrawnDistance[]): void {
    this.#drawn = drawn.filter(({ pen }) => this.#pens.some(({ name }) => name === pen));
    this.#stored.drawn.set(this.#drawn);
    this.#unstoredMm = 0;
  }
}

function renamedPen(
  before: readonly PalettePen[],
  after: readonly PalettePen[],
): { from: string; to: string } | undefined {
  if (before.length !== after.length) return undefined;
  const [change, ...others] = before.flatMap(({ name: from }, at) => {
    const to = after[at]?.name ?? '';
    return from === to ? [] : [{ from, to }];
  });
  return others.length === 0 ? change : undefined;
}

const nameOf = ({ name }: { name: string }) => name.trim().toLowerCase();

export function checkPens(pens: readonly PalettePen[]): void {
  const names = new Set<string>();
  for (const [index, pen] of pens.entries()) {
    const same = nameOf(pen);
    if (same === '' || names.has(same))
      throw new AppError(
        'invalid-request',
        same === '' ? 'A pen has no name.' : `Two pens are called “${pen.name}”. Give each its own name.`,
        { pointer: `/pens/${index}/name` },
      );
    names.add(same);
    if (pen.dip !== undefined && !isDip(pen.dip))
      throw new AppError(
        'invalid-request',
        `“${pen.dip}” of “${pen.name}” is not a list of places to dip at, such as 10x200/25x200.`,
        { pointer: `/pens/${index}/dip` },
      );
  }
}
