import type { OperationOf } from '@stationery/contract/operation-table';
import type { Drawing, Layer, Note, Points, Shape, Stroke } from '../drawing.ts';
import { DrawingError } from '../drawing-error.ts';
import type { Transform } from '../geometry/transform.ts';
import { movedFill } from '../operations/artwork.ts';
import { defaultLimits, type Limits } from '../reading/budget.ts';
import { layOut } from './arrangement.ts';

/**
 * Combines drawings. Merges layers of the same name and colour, so that each pen is used once. Keeps the layers
 * of drawings that are not on the sheet, so that the indexes of other layers do not change.
 */
export function combineDrawings(
  drawings: readonly Drawing[],
  arrangement: OperationOf<'arrange'>,
  { maxPoints, maxStrokes }: Pick<Limits, 'maxPoints' | 'maxStrokes'> = defaultLimits,
): Drawing {
  const [first, ...others] = drawings;
  if (first !== undefined && others.length === 0 && arrangement.objects === undefined) return first;
  const { objects, ...size } = layOut(drawings, arrangement);
  const counts = drawings.map(countsOf);
  const total = (of: 'lines' | 'points') =>
    objects.reduce((sum, { drawing }) => sum + counts[drawing]![of], 0);
  if (total('lines') > maxStrokes || total('points') > maxPoints)
    throw new DrawingError('drawing.too-large', 'The sheet has too many lines. Use fewer copies.');
  const layers = new CombinedLayers();
  const indexes = drawings.map((drawing) => drawing.layers.map((layer) => layers.indexOf(layer)));
  const hasShapes = drawings.some(({ shapes }) => shapes !== undefined);
  const strokes: Stroke[] = [];
  const shapes: Shape[] = [];
  for (const { drawing, transform, scale } of objects) {
    const [laid, layerIndexes] = [drawings[drawing]!, indexes[drawing]!];
    // Push strokes one by one, because a call cannot have as many arguments as a drawing has strokes.
    for (const stroke of movedStrokes(laid.strokes, transform, layerIndexes)) strokes.push(stroke);
    if (hasShapes) for (const shape of movedShapes(laid, transform, scale, layerIndexes)) shapes.push(shape);
  }
  return {
    ...size,
    layers: layers.layers,
    strokes,
    notes: combinedNotes(drawings.flatMap(({ notes }) => notes)),
    ...(hasShapes && { shapes }),
  };
}

/** Counts lines and points in the same way as the reading budget. The outline of a fill counts as one line. */
function countsOf({ strokes, shapes = [] }: Drawing): { lines: number; points: number } {
  let [lines, points] = [strokes.length, 0];
  for (const stroke of strokes) points += stroke.points.length / 2;
  for (const { fill } of shapes) {
    if (fill === undefined) continue;
    lines++;
    points += fill.area.rings.length / 2;
  }
  return { lines, points };
}

/** The layers of the combined drawing. Different layers get different names. */
class CombinedLayers {
  readonly layers: Layer[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #names = new Set<string>();
  readonly #nameByKey = new Map<string, string>();

  /**
   * Returns the index of the layer, which is added if it is new. `partOf` gets the name that the whole
   * layer has in the combined drawing.
   */
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
  { a, b, c, d, e, f }: Transform,
  indexes: readonly number[],
): Stroke[] {
  const all = new Float64Array(strokes.reduce((sum, { points }) => sum + points.length, 0));
  let used = 0;
  return strokes.map(({ points, layer }) => {
    const moved: Points = all.subarray(used, used + points.length);
    used += points.length;
    for (let at = 0; at + 1 < points.length; at += 2) {
      const [x, y] = [points[at]!, points[at + 1]!];
      moved[at] = a * x + c * y + e;
      moved[at + 1] = b * x + d * y + f;
    }
    return { points: moved, layer: indexes[layer]! };
  });
}

/** Returns the transformed shapes of a drawing. In formats without shapes, each stroke becomes a shape. */
function movedShapes(
  { shapes, strokes }: Drawing,
  transform: Transform,
  scale: number,
  indexes: readonly number[],
): Shape[] {
  const all: readonly Shape[] = shapes ?? strokes.map(({ layer }) => ({ strokeCount: 1, layer }));
  return all.map(({ fill, stroke, ...shape }) => ({
    ...shape,
    layer: indexes[shape.layer]!,
    ...(fill && { fill: { ...movedFill(fill, transform), layer: indexes[fill.layer]! } }),
    ...(stroke && { stroke: { ...stroke, widthMm: stroke.widthMm * scale } }),
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
