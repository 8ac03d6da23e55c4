import type { Drawing, Layer } from '../drawing.ts';
import { PlanOptionError } from './plan-option-error.ts';
import type { WholeOptions } from './plan-options.ts';

export interface Pens {
  readonly pens: readonly Layer[];
  /** By layer of the drawing; -1 for what is not drawn. */
  readonly penOfLayer: Int32Array;
}

const mostNames = 12;

/** Which pen draws which layers, in the order chosen. */
export function pensOf({ layers }: Drawing, options: WholeOptions): Pens {
  const chosen = options.layers ?? layers.map((_, index) => index);
  const penOfLayer = new Int32Array(layers.length).fill(-1);
  const pens: Layer[] = [];
  const penByKey = new Map<string, number>();
  for (const index of chosen) {
    const layer = layers[index];
    if (layer === undefined) {
      throw unknownLayer(layers);
    }
    const key =
      options.pens === 'one' ? '' : options.pens === 'colours' ? layer.colour.toLowerCase() : `${index}`;
    let pen = penByKey.get(key);
    if (pen === undefined) {
      pen = pens.push(options.pens === 'colours' ? { ...layer, name: layer.colour } : layer) - 1;
      penByKey.set(key, pen);
    }
    penOfLayer[index] = pen;
  }
  return { pens, penOfLayer };
}

/** Without a number: people count layers from 1 on, programs from 0. */
export function unknownLayer(layers: readonly Layer[], wanted?: string): PlanOptionError {
  const names = layers.slice(0, mostNames).map(({ name }) => `“${name}”`);
  const more = layers.length > mostNames ? ', …' : '';
  const has = layers.length === 0 ? 'no layers' : `${layers.length}: ${names.join(', ')}${more}`;
  const such = wanted === undefined ? 'such layer' : `layer “${wanted}”`;
  return new PlanOptionError('layers', `There is no ${such}: the drawing has ${has}`);
}
