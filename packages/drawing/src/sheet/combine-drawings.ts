import type { Operation, OperationOf } from '@stationery/contract/operation-table';
import type { Drawing, Layer, Note, Points, Shape, Stroke } from '../drawing.ts';
import { movedArea } from '../operations/artwork.ts';

const defaultGapMm = 5;

/** The arrangement of several drawings on a sheet, from the operations. */
export function arrangementIn(operations: readonly Operation[] | undefined): OperationOf<'arrange'> {
  const found = operations?.findLast((operation) => operation.kind === 'arrange');
  return found ?? { kind: 'arrange' };
}

/**
 * Combines several drawings: their pages in rows, each centred in its cell. Merges layers of the same name and colour,
 * so that each pen is used once.
 */
export function combineDrawings(
  drawings: readonly [Drawing, ...Drawing[]],
  { columns = Math.ceil(Math.sqrt(drawings.length)), gapMm = defaultGapMm }: OperationOf<'arrange'>,
): Drawing {
  if (drawings.length === 1) return drawings[0];
  const across = axisOf(
    drawings.map(({ widthMm }, at) => ({ place: at % columns, mm: widthMm })),
    gapMm,
  );
  const down = axisOf(
    drawings.map(({ heightMm }, at) => ({ place: Math.floor(at / columns), mm: heightMm })),
    gapMm,
  );
  const layers = new CombinedLayers();
  const hasShapes = drawings.some(({ shapes }) => shapes !== undefined);
  const strokes: Stroke[] = [];
  const shapes: Shape[] = [];
  for (const [at, drawing] of drawings.entries()) {
    const indexes = drawing.layers.map((layer) => layers.indexOf(layer));
    const [x, y] = [across.startsMm[at]!, down.startsMm[at]!];
    // Many drawings have more strokes than a call may have arguments.
    for (const stroke of movedStrokes(drawing.strokes, x, y, indexes)) strokes.push(stroke);
    if (hasShapes) for (const shape of movedShapes(drawing, x, y, indexes)) shapes.push(shape);
  }
  return {
    widthMm: across.lengthMm,
    heightMm: down.lengthMm,
    layers: layers.layers,
    strokes,
    notes: combinedNotes(drawings.flatMap(({ notes }) => notes)),
    ...(hasShapes && { shapes }),
  };
}

/** Start of each cell along one axis; each cell is as long as its longest drawing. */
function axisOf(
  all: readonly { readonly place: number; readonly mm: number }[],
  gapMm: number,
): { startsMm: number[]; lengthMm: number } {
  const longest: number[] = [];
  for (const { place, mm } of all) longest[place] = Math.max(longest[place] ?? 0, mm);
  let lengthMm = -gapMm;
  const begins = longest.map((mm) => {
    const beginMm = lengthMm + gapMm;
    lengthMm = beginMm + mm;
    return beginMm;
  });
  return { startsMm: all.map(({ place, mm }) => begins[place]! + (longest[place]! - mm) / 2), lengthMm };
}

/** Layers of all drawings. Different layers have different names. */
class CombinedLayers {
  readonly layers: Layer[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #names = new Set<string>();
  readonly #nameByKey = new Map<string, string>();

  /** Colours of a layer of the file refer to its name in the combined drawing. */
  indexOf({ name, colour, partOf, codes }: Layer): number {
    const whole = this.#nameOf(partOf ?? { name, colour });
    const key = JSON.stringify([whole, partOf && colour.toLowerCase()]);
    const known = this.#indexes.get(key);
    if (known !== undefined) return known;
    const layer = partOf && { name: `${whole} ${colour}`, colour, partOf: { ...partOf, name: whole } };
    const index = this.layers.push({ ...(layer ?? { name: whole, colour }), ...(codes && { codes }) }) - 1;
    this.#indexes.set(key, index);
    return index;
  }

  #nameOf({ name, colour }: Pick<Layer, 'name' | 'colour'>): string {
    const key = JSON.stringify([name, colour.toLowerCase()]);
    const known = this.#nameByKey.get(key);
    if (known !== undefined) return known;
    let unused = name;
    for (let number = 2; this.#names.has(unused); number++) unused = `${name} (${number})`;
    this.#names.add(unused);
    this.#nameByKey.set(key, unused);
    return unused;
  }
}

function movedStrokes(
  strokes: readonly Stroke[],
  x: number,
  y: number,
  indexes: readonly number[],
): Stroke[] {
  const all = new Float64Array(strokes.reduce((sum, { points }) => sum + points.length, 0));
  let used = 0;
  return strokes.map(({ points, layer }) => {
    const moved: Points = all.subarray(used, used + points.length);
    used += points.length;
    for (let at = 0; at < points.length; at++) moved[at] = points[at]! + (at % 2 === 0 ? x : y);
    return { points: moved, layer: indexes[layer]! };
  });
}

/** A file of a format without shapes gets one per stroke. */
function movedShapes(
  { shapes, strokes }: Drawing,
  x: number,
  y: number,
  indexes: readonly number[],
): Shape[] {
  const all: readonly Shape[] = shapes ?? strokes.map(({ layer }) => ({ strokeCount: 1, layer }));
  const transform = { a: 1, b: 0, c: 0, d: 1, e: x, f: y };
  return all.map((shape) => ({
    ...shape,
    layer: indexes[shape.layer]!,
    ...(shape.fill && {
      fill: { ...shape.fill, area: movedArea(shape.fill.area, transform), layer: indexes[shape.fill.layer]! },
    }),
  }));
}

function combinedNotes(notes: readonly Note[]): Note[] {
  const byText = new Map<string, Note>();
  for (const note of notes) {
    const same = byText.get(note.text);
    byText.set(note.text, { ...note, count: note.count + (same?.count ?? 0) });
  }
  return [...byText.values()];
}
