import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { TextStore } from '../setting-keys.ts';

export type PenPaletteDocument = AnswerOf<typeof plotterRoutes.getPens>;
type PalettePen = PenPaletteDocument['pens'][number];

/** The pens that somebody owns, kept in the store. */
export class PenPalette {
  readonly #stored: TextStore;
  #pens: readonly PalettePen[];

  constructor(stored: TextStore) {
    this.#stored = stored;
    const kept = stored.get('pens');
    this.#pens = kept === undefined ? [] : (JSON.parse(kept) as PalettePen[]);
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
    this.#stored.set('pens', JSON.stringify(pens));
    this.#pens = pens;
  }
}
