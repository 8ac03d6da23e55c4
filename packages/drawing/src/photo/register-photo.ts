import type { OffsetMm } from '../plan/plan-options.ts';
import { type CrossPlace, findCrosses } from './find-marks.ts';
import { composed, type Homography, homographyOf, inPhoto, type PhotoPoint, solve } from './homography.ts';
import { measureStroke } from './measure-ink.ts';
import { type PaperLight, weightsOf } from './paper-light.ts';
import { PhotoError } from './photo-error.ts';
import type { Nodes, PlannedInk, PlottedStroke } from './planned-ink.ts';

interface PlannedSheet {
  readonly strokes: readonly PlottedStroke[];
  readonly nodes: Nodes;
  readonly ink: PlannedInk;
  /** Three or four planned places that can be found in a photo. */
  readonly references: readonly OffsetMm[];
  /** Half the width of a mark. */
  readonly armMm: number;
}

/**
 * Minimum share of planned places at which there is ink. Low, because perhaps only the marks of a sheet were
 * plotted.
 */
const minMatch = 0.1;
/** A rotated or mirrored position of the sheet must match this much better than an upright one. */
const betterBy = 1.05;
const maxCandidates = 14;
/** Minimum distance between the outermost marks, as a share of the photo's size. */
const minSpan = 0.25;

/** Registers a photo by its marks, in any rotation of the sheet. */
export function registerByMarks(light: PaperLight, sheet: PlannedSheet): Homography {
  const { references, armMm } = sheet;
  const { width, height } = light.photo;
  const xs = references.map(({ xMm }) => xMm);
  const ys = references.map(({ yMm }) => yMm);
  const sides = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)] as const;
  const maxPxPerMm = (1.2 * Math.max(width, height)) / Math.max(...sides);
  const crosses = findCrosses(
    light.photo,
    [Math.max(3, minSpan * maxPxPerMm * armMm), maxPxPerMm * armMm],
    maxCandidates,
  );
  const match = matcher(light, sheet);
  let best: { score: number; toPhoto: Homography } | undefined;
  for (const places of orders(crosses, references)) {
    const toPhoto = homographyOf(references.map((at, index) => ({ at, found: places[index]! })));
    if (toPhoto === undefined || !hasArms(toPhoto, sheet, places)) continue;
    const score = match(toPhoto) * (turnOf(toPhoto) < Math.PI / 3 ? betterBy : 1);
    if (score > (best?.score ?? minMatch)) best = { score, toPhoto };
  }
  if (best === undefined) throw new PhotoError('no-marks');
  return refined(best.toPhoto, light, sheet);
}

/** Registers a photo by the places that the user marked, in the order of the references. */
export function registerByPoints(
  light: PaperLight,
  sheet: PlannedSheet,
  points: readonly PhotoPoint[],
): Homography {
  const { width, height } = light.photo;
  const toPhoto = homographyOf(sheet.references.map((at, index) => ({ at, found: points[index]! })));
  const isFlat = triples(points.length).some(
    ([a, b, c]) => areaOf(points[a]!, points[b]!, points[c]!) < 0.002 * width * height,
  );
  if (toPhoto === undefined || isFlat) throw new PhotoError('too-close');
  const result = refined(toPhoto, light, sheet);
  if (matcher(light, sheet)(result) < minMatch / 2) throw new PhotoError('no-match');
  return result;
}

const triples = (count: number) =>
  [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
  ].filter((triple) => triple.every((at) => at < count)) as [number, number, number][];

const areaOf = (a: PhotoPoint, b: PhotoPoint, c: PhotoPoint) => Math.abs(cross(a, b, c)) / 2;
const cross = (a: PhotoPoint, b: PhotoPoint, c: PhotoPoint) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** Yields choices of crosses that surround an area in the same direction as the references. */
function* orders(
  crosses: readonly CrossPlace[],
  references: readonly OffsetMm[],
  chosen: readonly CrossPlace[] = [],
): Generator<readonly CrossPlace[]> {
  if (chosen.length === references.length) {
    const planned = references.map(({ xMm, yMm }) => ({ x: xMm, y: yMm }));
    const signs = triples(chosen.length).map(
      ([a, b, c]) =>
        Math.sign(cross(chosen[a]!, chosen[b]!, chosen[c]!)) *
        Math.sign(cross(planned[a]!, planned[b]!, planned[c]!)),
    );
    if (signs.every((sign) => sign === 1)) yield chosen;
    return;
  }
  for (const place of crosses) {
    const arms = [...chosen, place].map(({ armPx }) => armPx);
    if (!chosen.includes(place) && Math.max(...arms) < 2 * Math.min(...arms))
      yield* orders(crosses, references, [...chosen, place]);
  }
}

/** Whether crosses of the planned size would look as large as the crosses in the photo. */
function hasArms(
  toPhoto: Homography,
  { references, armMm }: PlannedSheet,
  places: readonly CrossPlace[],
): boolean {
  return references.every(({ xMm, yMm }, index) => {
    const at = places[index]!;
    const [right, down] = [inPhoto(toPhoto, xMm + armMm, yMm), inPhoto(toPhoto, xMm, yMm + armMm)];
    const armPx = (Math.hypot(right.x - at.x, right.y - at.y) + Math.hypot(down.x - at.x, down.y - at.y)) / 2;
    return armPx < 1.5 * at.armPx && armPx > at.armPx / 1.5;
  });
}

const turnOf = ([a, , , b]: Homography) => Math.abs(Math.atan2(b!, a!));

/** Returns a function that computes the share of sampled planned points at which the photo has ink. */
function matcher(light: PaperLight, { nodes }: PlannedSheet): (toPhoto: Homography) => number {
  const grey = weightsOf('#000000');
  const samples = 300;
  const chosen = Array.from({ length: samples }, (_, at) => Math.floor(((at + 0.5) * nodes.count) / samples));
  return (toPhoto) => {
    let inked = 0;
    for (const node of chosen) {
      const value = (mm: number) => {
        const { x, y } = inPhoto(
          toPhoto,
          nodes.x[node]! + mm * nodes.acrossX[node]!,
          nodes.y[node]! + mm * nodes.acrossY[node]!,
        );
        return light.brightnessAt(x, y, grey) ?? Number.NaN;
      };
      const darkest = Math.min(value(-0.4), value(-0.2), value(0), value(0.2), value(0.4));
      if (1 - darkest / Math.min(value(-1.4), value(1.4)) > 0.12) inked++;
    }
    return inked / samples;
  };
}

const refineSamples = 4000;
/** Maximum distance at which ink is searched, for each round. */
const refineMm = [1.5, 1.2, 0.8, 0.8];

/**
 * Refines a registration by the measured places of the ink, which are more accurate than four marks or clicks.
 */
function refined(from: Homography, light: PaperLight, { strokes, nodes, ink }: PlannedSheet): Homography {
  const weights = weightsOf('#000000');
  const every = Math.max(1, Math.floor(nodes.count / refineSamples / 25));
  const [midX, midY] = [middle(nodes.x), middle(nodes.y)];
  const reach = Math.max(spread(nodes.x, midX), spread(nodes.y, midY), 1);
  let toPhoto = from;
  for (const toleranceMm of refineMm) {
    const rows = Array.from({ length: 8 }, (_, at) =>
      Array.from({ length: 9 }, (__, to) => (at === to ? 1e-3 : 0)),
    );
    let used = 0;
    for (let stroke = 0; stroke < strokes.length; stroke += every) {
      const first = nodes.starts[stroke]!;
      const measured = measureStroke(stroke, { light, nodes, ink, toPhoto, weights, toleranceMm });
      for (let at = 0; at < measured.contrast.length; at += 3) {
        const offset = measured.offsetMm[at]!;
        const isUsable =
          measured.contrast[at]! > 0.15 && measured.gapMm[at]! >= 1.5 && Math.abs(offset) < toleranceMm - 0.1;
        if (!isUsable) continue;
        used++;
        const node = first + at;
        const [u, v] = [(nodes.x[node]! - midX) / reach, (nodes.y[node]! - midY) / reach];
        const [a, b] = [nodes.acrossX[node]!, nodes.acrossY[node]!];
        const along = a * u + b * v;
        const factors = [a * u, a * v, a, b * u, b * v, b, along * u, along * v];
        for (let row = 0; row < 8; row++) {
          for (let column = 0; column < 8; column++) rows[row]![column]! += factors[row]! * factors[column]!;
          rows[row]![8]! += factors[row]! * offset;
        }
      }
    }
    const change = used < 50 ? undefined : solve(rows);
    if (change === undefined) return toPhoto;
    const c = change.map((value) => value / reach);
    // Computed relative to the middle and in units of the spread, so that the change is linear enough.
    const inUnits = [1 + c[0]!, c[1]!, c[2]!, c[3]!, 1 + c[4]!, c[5]!, -c[6]!, -c[7]!, 1];
    const toUnits = [1 / reach, 0, -midX / reach, 0, 1 / reach, -midY / reach, 0, 0, 1];
    const toMm = [reach, 0, midX, 0, reach, midY, 0, 0, 1];
    toPhoto = composed(toPhoto, composed(toMm, composed(inUnits, toUnits)));
  }
  return toPhoto;
}

const middle = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const spread = (values: Float32Array, from: number) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value - from)), 0);
