import { int32sAt } from '../../wasm/numbers.ts';
import type { Tour } from './tour.ts';

export interface Turned {
  /** At which a stroke was turned. */
  readonly places: readonly number[];
  /** Of the whole travel and lift time. */
  readonly gainedShare: number;
}

/** Turns strokes round where they stand, all at once (`assembly/directions.ts`). */
export function turnStrokes({ program }: Tour): Turned {
  const gainedShare = program.turnStrokes();
  const places = [...int32sAt(program, program.turnedPlaces.value, program.turnedCount.value)];
  return { places, gainedShare };
}
