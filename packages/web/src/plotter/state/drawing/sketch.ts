import {
  combineDrawings,
  type Drawing,
  emptyBox,
  include,
  type Layer,
  type Note,
  type Stroke,
} from '@stationery/drawing';

/** Large arrays, which are transferred to the page instead of copied. */
export interface Lines {
  xy: Float64Array;
  /** The first point of each stroke, with the total at the end. */
  starts: Uint32Array;
  layerOf: Uint32Array;
}

export interface Sketch extends Lines {
  widthMm: number;
  heightMm: number;
  /** Layers of drawings that are not on the sheet are left out. */
  layers: readonly (Layer & { strokes: number; isLeftOut?: boolean })[];
  notes: readonly Note[];
  /** Whether the file was made for a machine. Its positions are then ignored. */
  hasMachinePositions?: boolean;
  /** The pages of the drawings, each with its own coordinates. Missing if there is only one drawing. */
  pages?: readonly SketchPage[];
}

export interface SketchPage {
  widthMm: number;
  heightMm: number;
  strokes: number;
}

export function sketchOf(drawings: readonly Drawing[]): Sketch {
  const pages = drawings.map(({ widthMm, heightMm, strokes }) => ({
    widthMm,
    heightMm,
    strokes: strokes.length,
  }));
  const objects = pages.map((page, drawing) => ({ drawing, xMm: page.widthMm / 2, yMm: page.heightMm / 2 }));
  const whole = combineDrawings(drawings, { kind: 'arrange', ...(drawings.length > 1 && { objects }) });
  return { ...sketchOfDrawing(whole), ...(drawings.length > 1 && { pages }) };
}

function sketchOfDrawing({ widthMm, heightMm, layers, notes, strokes }: Drawing): Sketch {
  const counts = layers.map(() => 0);
  for (const { layer } of strokes) counts[layer] = (counts[layer] ?? 0) + 1;
  const named = layers.map((layer, at) => ({ ...layer, strokes: counts[at]! }));
  return { widthMm, heightMm, layers: named, notes, ...linesOf(strokes) };
}

export function linesOf(strokes: readonly Stroke[]): Lines {
  const starts = new Uint32Array(strokes.length + 1);
  const layerOf = new Uint32Array(strokes.length);
  let points = 0;
  for (const [at, stroke] of strokes.entries()) {
    starts[at] = points;
    layerOf[at] = stroke.layer;
    points += stroke.points.length / 2;
  }
  starts[strokes.length] = points;
  const xy = new Float64Array(points * 2);
  for (const [at, stroke] of strokes.entries()) xy.set(stroke.points, starts[at]! * 2);
  return { xy, starts, layerOf };
}

export type Outline = Omit<Sketch, 'starts' | 'layerOf'>;

/** Returns the points of the layers that are on, or of all layers if none is on. */
export function chosenOutline(sketch: Sketch, layers: readonly { index: number; isOn: boolean }[]): Outline {
  const isOn = new Set(layers.filter((layer) => layer.isOn).map(({ index }) => index));
  if (isOn.size === 0 || isOn.size === sketch.layers.length) return sketch;
  const { xy, starts, layerOf } = sketch;
  const used = new Float64Array(xy.length);
  let length = 0;
  for (const [at, layer] of layerOf.entries()) {
    if (!isOn.has(layer)) continue;
    const points = xy.subarray(starts[at]! * 2, starts[at + 1]! * 2);
    used.set(points, length);
    length += points.length;
  }
  // Layers with fills only have no lines before they are hatched.
  if (length === 0) return sketch;
  return { ...sketch, xy: used.subarray(0, length) };
}

/** A single stroke is sufficient to compute the placement. */
export function outlineDrawing({ widthMm, heightMm, layers, notes, xy }: Outline): Drawing {
  return { widthMm, heightMm, layers, notes, strokes: xy.length === 0 ? [] : [{ points: xy, layer: 0 }] };
}

/** Returns the box around the points, or the page if there are none. */
export function boundsOf({ xy, widthMm, heightMm }: Pick<Outline, 'xy' | 'widthMm' | 'heightMm'>) {
  if (xy.length === 0) return { minX: 0, minY: 0, maxX: widthMm, maxY: heightMm };
  const box = emptyBox();
  for (let at = 0; at < xy.length; at += 2) include(box, xy[at]!, xy[at + 1]!);
  return box;
}
