import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { AppError, type StoredValue } from '@stationery/core';

export type PenPaletteDocument = AnswerOf<typeof plotterRoutes.getPens>;
export type PalettePen = PenPaletteDocument['pens'][number];

/** The pens that the user owns. */
export class PenPalette {
  readonly #stored: StoredValue<readonly PalettePen[]>;
  #pens: readonly PalettePen[];

  constructor(stored: StoredValue<readonly PalettePen[]>) {
    this.#stored = stored;
    this.#pens = stored.get();
  }

  get pens(): readonly PalettePen[] {
    return this.#pens;
  }

  replace(pens: readonly PalettePen[]): void {
    const names = new Set<string>();
    for (const [index, { name }] of pens.entries()) {
      const same = name.trim().toLowerCase();
      if (same === '' || names.has(same))
        throw new AppError(
          'invalid-request',
          same === '' ? 'A pen has no name.' : `Two pens are called “${name}”. Give each its own name.`,
          { pointer: `/pens/${index}/name` },
        );
      names.add(same);
    }
    this.#stored.set(pens);
    this.#pens = pens;
  }
}
