import type { Operation } from '@stationery/contract/operation-table';
import type { Layer } from '../drawing.ts';
import type { Box } from '../geometry/box.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import type { Artwork } from './artwork.ts';
import type { WorkLimit } from './work-limit.ts';

export interface OperationContext {
  readonly paper: Box;
  readonly room: Box;
  /** Maximum deviation of a line from its curve. */
  readonly toleranceMm: number;
  readonly isDrawn: (layer: number) => boolean;
  readonly limit: WorkLimit;
}

/** Applies an operation and does not modify its input. */
export type Apply<O extends Operation> = (artwork: Artwork, options: O, context: OperationContext) => Artwork;

const maxNames = 12;

/** Returns whether a layer is chosen. Throws for an unknown layer. */
export function layerFilter(
  layers: readonly Layer[],
  chosen: readonly (number | string)[] | undefined,
): (layer: number) => boolean {
  if (chosen === undefined) return () => true;
  const indexes = new Set<number>();
  for (const wanted of chosen) for (const index of indexesOf(layers, wanted)) indexes.add(index);
  return (layer) => indexes.has(layer);
}

export function indexesOf(layers: readonly Layer[], wanted: number | string): number[] {
  const word = String(wanted).trim().toLowerCase();
  const isCalled = ({ name, colour, partOf }: Layer) =>
    [name, colour, partOf?.name].some((text) => text?.trim().toLowerCase() === word);
  const found = layers.flatMap((layer, index) => (index === wanted || isCalled(layer) ? [index] : []));
  if (found.length > 0) return found;
  const names = layers.slice(0, maxNames).map(({ name }) => `“${name}”`);
  const has =
    layers.length === 0 ? 'no layers' : `${names.join(', ')}${layers.length > maxNames ? ', …' : ''}`;
  throw new PlanOptionError('operations', `There is no layer “${wanted}”: the drawing has ${has}`);
}
