import type { Operation } from '@stationery/contract/operation-table';
import type { Drawing, Layer } from '../drawing.ts';
import { needsShapes } from '../operations/run-operations.ts';
import type { PictureOptions } from '../options/picture-options.ts';
import type { ReadOptions } from '../reading/options.ts';
import type { LayerSettings } from './pen-settings.ts';
import { unknownLayer } from './pens.ts';
import type { PlanOptions } from './plan-options.ts';

type LayerName = number | string;

interface FileLayerOptions extends Omit<PlanOptions, 'layers' | 'layerSettings'> {
  readonly layerSettings?: readonly (LayerSettings & { readonly layer: LayerName })[];
  readonly layers?: readonly LayerName[];
}

export interface FilePlanOptions extends FileLayerOptions {
  /** Maximum deviation of curves on the paper. */
  readonly toleranceMm?: number;
  /** How to draw filled shapes without a stroke. */
  readonly fill?: 'outline' | 'skip';
  readonly picture?: Partial<PictureOptions>;
}

/**
 * Returns the reading options for a plan. A layer of the file may have several colours and then needs several
 * pens.
 */
export function readingFor({
  pens,
  operations,
}: Pick<PlanOptions, 'pens' | 'operations'>): Required<Pick<ReadOptions, 'shapes' | 'splitColours'>> {
  return { shapes: needsShapes(operations), splitColours: pens === 'colours' || pens === 'palette' };
}

/**
 * Returns the options for the planned layers, which may be split by colour, reordered, added or missing.
 * `listed` has the layers of the file to which indexes refer, if they differ.
 */
export function forPlannedLayers(
  options: FileLayerOptions,
  { layers }: Pick<Drawing, 'layers'>,
  listed: readonly Layer[] = wholeLayers(layers),
): PlanOptions {
  const found = new FoundLayers(layers, listed);
  const { layers: chosen, layerSettings, operations, ...rest } = options;
  return {
    ...rest,
    ...(chosen && { layers: inOrder(chosen, (layer) => found.required(layer, 'layers')) }),
    ...(layerSettings && {
      layerSettings: layerSettings.flatMap((each) =>
        found.required(each.layer, 'layerSettings').map((layer) => ({ ...each, layer })),
      ),
    }),
    ...(operations && { operations: operations.flatMap((each) => forLayers(each, found)) }),
  };
}

/** Returns the layers of the file as they were before they were split by colour. */
function wholeLayers(layers: readonly Layer[]): Layer[] {
  const byName = new Map<string, Layer>();
  for (const { name, colour, partOf } of layers) {
    const whole = partOf ?? { name, colour };
    if (!byName.has(whole.name)) byName.set(whole.name, whole);
  }
  return [...byName.values()];
}

/** Returns the indexes of the chosen layers. If these are in file order, so are their colours. */
function inOrder(chosen: readonly LayerName[], indexesOf: (layer: LayerName) => number[]): number[] {
  const found = chosen.map(indexesOf);
  const first = found.flatMap(([index]) => (index === undefined ? [] : [index]));
  const isOfFile = first.every((index, at) => at === 0 || index > first[at - 1]!);
  return isOfFile ? found.flat().toSorted((one, other) => one - other) : found.flat();
}

/** Adapts an operation to the found layers. Drops it if none of its layers exist. */
function forLayers(operation: Operation, found: FoundLayers): Operation[] {
  if (operation.kind === 'frame' && typeof operation.layer === 'number')
    return [{ ...operation, layer: found.named(operation.layer)[0] ?? String(operation.layer) }];
  if (!('layers' in operation) || operation.layers === undefined) return [operation];
  const layers = operation.layers.flatMap((layer) =>
    typeof layer === 'number' ? found.named(layer) : [layer],
  );
  return layers.length === 0 ? [] : [{ ...operation, layers }];
}

class FoundLayers {
  readonly #layers: readonly Layer[];
  readonly #listed: readonly Layer[];
  readonly #byWhole = new Map<string, number[]>();

  constructor(layers: readonly Layer[], listed: readonly Layer[]) {
    this.#layers = layers;
    this.#listed = listed;
    for (const [index, { name, partOf }] of layers.entries()) {
      const whole = partOf?.name ?? name;
      this.#byWhole.set(whole, [...(this.#byWhole.get(whole) ?? []), index]);
    }
  }

  /** Returns the layers at an index. An unknown index becomes a name that matches no layer. */
  named(index: number): LayerName[] {
    const layer = this.#listed[index];
    return layer === undefined ? [String(index)] : (this.#byWhole.get(layer.name) ?? []);
  }

  /**
   * Returns the indexes of a wanted layer. Throws if it is unknown. A layer that has only fills and is not
   * hatched has no indexes.
   */
  required(wanted: LayerName, option: 'layers' | 'layerSettings'): number[] {
    if (typeof wanted === 'number') {
      const layer = this.#listed[wanted];
      if (layer === undefined) throw unknownLayer(this.#listed, { option });
      return this.#byWhole.get(layer.name) ?? [];
    }
    const word = wanted.trim().toLowerCase();
    const same = (text: string) => text.trim().toLowerCase() === word;
    const whole = this.#listed.find(({ name }) => same(name));
    if (whole !== undefined) return this.#byWhole.get(whole.name) ?? [];
    const number = /^#(\d{1,4})$/.exec(word)?.[1];
    const numbered = this.#layers.flatMap(({ codes }, index) =>
      number !== undefined && codes?.number === Number(number) ? [index] : [],
    );
    if (numbered.length > 0) return numbered;
    const parts = this.#layers.flatMap(({ name, colour, partOf }, index) =>
      partOf !== undefined && (same(name) || same(colour)) ? [index] : [],
    );
    if (parts.length === 0) throw unknownLayer(this.#listed, { option, wanted });
    return parts;
  }
}
