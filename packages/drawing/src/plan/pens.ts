import type { Drawing, Layer } from '../drawing.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { withoutCodes } from '../reading/layer-codes.ts';
import {
  checkPenSettings,
  type LayerSettings,
  nearestPen,
  type PalettePen,
  settingsFromCodes,
} from './pen-settings.ts';
import type { PlannedLayer } from './plan.ts';
import type { ResolvedOptions } from './plan-options.ts';

type PlannedPen = Omit<PlannedLayer, 'strokes'>;

interface Pens {
  readonly pens: readonly PlannedPen[];
  /** Index of each layer's pen; -1 if the layer is not drawn. */
  readonly penOfLayer: Int32Array;
}

const maxNames = 12;

/** Returns the pens in the chosen order. Layers with different settings are not drawn together. */
export function pensOf({ layers }: Drawing, options: ResolvedOptions): Pens {
  const chosen = options.layers ?? plottingOrder(layers);
  const penOfLayer = new Int32Array(layers.length).fill(-1);
  const pens: PlannedPen[] = [];
  const penByKey = new Map<string, number>();
  if (options.layerSettings.some(({ layer }) => layers[layer] === undefined))
    throw unknownLayer(layers, { option: 'layerSettings' });
  const isOrdered = chosen.some((index) => {
    const { number, pause } = layers[index]?.codes ?? {};
    return number !== undefined || pause !== undefined;
  });
  for (const index of chosen) {
    const layer = layers[index];
    if (layer === undefined) throw unknownLayer(layers, { option: 'layers' });
    const { key, pen: planned } = penFor(layer, index, options);
    let pen = penByKey.get(key);
    // Going back to an earlier pen would break the order, and would drop the pause of this layer.
    if (pen === undefined || planned.settings?.pause || (isOrdered && pen < pens.length - 1)) {
      pen = pens.push(planned) - 1;
      penByKey.set(key, pen);
    }
    penOfLayer[index] = pen;
  }
  return { pens, penOfLayer };
}

/** Returns the layers in plotting order: numbered layers first, in the order of their numbers. */
export function plottingOrder(layers: readonly Layer[]): number[] {
  const numberOf = (index: number) => layers[index]?.codes?.number ?? Number.POSITIVE_INFINITY;
  return layers
    .map((_, index) => index)
    .sort((one, other) => (numberOf(one) === numberOf(other) ? 0 : numberOf(one) - numberOf(other)));
}

function penFor(layer: Layer, index: number, options: ResolvedOptions): { key: string; pen: PlannedPen } {
  const chosen = options.layerSettings.find((each) => each.layer === index);
  const {
    layer: _,
    pen: name,
    ...own
  } = chosen ?? {
    layer: index,
    pen: undefined,
    ...settingsFromCodes(layer.codes ?? {}, options.machine),
  };
  const owned = paletteFor(layer, name, options);
  const keys = {
    one: '',
    colours: layer.colour.toLowerCase(),
    palette: `pen ${owned?.name}`,
    layers: `${index}`,
  };
  const key = `${keys[options.pens]} ${JSON.stringify([own, name])}`;
  const { colour: layerColour } = layer;
  const called = {
    name: options.pens === 'colours' ? layerColour : withoutCodes(layer.name),
    colour: layerColour,
  };
  if (owned === undefined)
    return { key, pen: Object.keys(own).length === 0 ? called : { ...called, settings: own } };
  const { name: penName, colour, widthMm, ...ownSettings } = owned;
  checkPenSettings(name === undefined ? 'pens' : 'layerSettings', ownSettings, options.machine, penName);
  const settings: LayerSettings = { ...ownSettings, pen: penName, ...own };
  return { key, pen: { name: penName, colour, settings, ...(widthMm !== undefined && { widthMm }) } };
}

function paletteFor(
  { colour }: Layer,
  name: string | undefined,
  { pens, palette }: ResolvedOptions,
): PalettePen | undefined {
  if (name === undefined) {
    if (pens !== 'palette') return undefined;
    const nearest = nearestPen(colour, palette);
    if (nearest !== undefined) return nearest;
    throw new PlanOptionError('pens', 'There are no pens: add the pens that you own first');
  }
  const same = (text: string) => text.trim().toLowerCase();
  const found = palette.find((pen) => same(pen.name) === same(name));
  if (found !== undefined) return found;
  const names = palette.slice(0, maxNames).map((pen) => `“${pen.name}”`);
  const known = names.length === 0 ? 'there are none' : `your pens are ${names.join(', ')}`;
  throw new PlanOptionError('layerSettings', `There is no pen “${name}”: ${known}`);
}

/**
 * Returns the error for an unknown layer. Its message omits the number, because users count layers from 1 and
 * programs from 0.
 */
export function unknownLayer(
  layers: readonly Layer[],
  { option, wanted }: { option: 'layers' | 'layerSettings'; wanted?: string },
): PlanOptionError {
  const names = layers.slice(0, maxNames).map(({ name }) => `“${name}”`);
  const more = layers.length > maxNames ? ', …' : '';
  const has = layers.length === 0 ? 'no layers' : `${layers.length}: ${names.join(', ')}${more}`;
  const such = wanted === undefined ? 'such layer' : `layer “${wanted}”`;
  return new PlanOptionError(option, `There is no ${such}: the drawing has ${has}`);
}
