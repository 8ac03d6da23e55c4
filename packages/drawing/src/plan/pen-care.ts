import type { Points } from '../drawing.ts';
import type { MotionLaw } from '../motion/law.ts';
import type { Machine } from '../motion/machine.ts';
import { segmentTimes } from '../motion/path-time.ts';
import { type PenSettings, placesOfDip } from './pen-settings.ts';
import type { Plan, PlannedLayer } from './plan.ts';

/** In millimetres from the top left of the paper. */
type Place = readonly [x: number, y: number];

/** In millimetres from the top left of the paper. */
export interface Refill {
  /** `dip` lowers the pen at the first point and moves it on; `pause` waits for the user at the last point. */
  readonly kind: 'dip' | 'pause';
  readonly path: Points;
}

/** Returns the refills by the index of the stroke that follows each. A pen that dips starts with a dip. */
export function refillsOf(
  { settings = {}, refills = [] }: PlannedLayer,
  { paperAt }: Pick<Plan, 'paperAt'>,
  { parkAt }: Machine,
): ReadonlyMap<number, Refill> {
  const { dip } = settings;
  const parked = parkAt === undefined ? [] : [parkAt];
  const places = dip === undefined ? parked : placesOfDip(dip);
  const path = Float64Array.from(places.flatMap(({ xMm, yMm }) => [xMm - paperAt.xMm, yMm - paperAt.yMm]));
  const refill: Refill = { kind: dip === undefined ? 'pause' : 'dip', path };
  return new Map([...(dip === undefined ? [] : [0]), ...refills].map((stroke) => [stroke, refill]));
}

/** Whether the carriage moves to places other than the strokes and the origin. */
export function hasCare({ layers }: Pick<Plan, 'layers'>, { parkAt }: Machine): boolean {
  return (
    parkAt !== undefined ||
    layers.some(({ settings, refills = [] }) => settings?.dip !== undefined || refills.length > 0)
  );
}

/**
 * Whether the user is asked for a pen: if the pen changes, unless the layer sets `pause`. After skipped pens,
 * any pen may be in the holder.
 */
export function isAskedFor({ layers, skipped }: Pick<Plan, 'layers' | 'skipped'>, index: number): boolean {
  if (index === 0 && skipped !== undefined && skipped.pens > 0) return true;
  const { pause, pen } = layers[index]?.settings ?? {};
  if (pause !== undefined) return pause;
  if (layers.length === 1) return false;
  return index === 0 || pen === undefined || pen !== layers[index - 1]?.settings?.pen;
}

/** Returns where a pen ends: at the origin, or at the park position if the next pen is requested. */
export function endOfPen(
  plan: Pick<Plan, 'layers' | 'paperAt' | 'skipped'>,
  index: number,
  { parkAt }: Machine,
): Place {
  const next = index + 1;
  const isWaiting = parkAt !== undefined && next < plan.layers.length && isAskedFor(plan, next);
  const { xMm, yMm } = isWaiting ? parkAt : { xMm: 0, yMm: 0 };
  return [xMm - plan.paperAt.xMm, yMm - plan.paperAt.yMm];
}

/**
 * Cuts strokes that are too long for one filling. `refills` are the indexes of the strokes that follow a
 * refill.
 */
export function withRefills(
  strokes: readonly Points[],
  { refillM = Infinity, refillMin = Infinity }: PenSettings,
  law: MotionLaw,
): { strokes: readonly Points[]; refills: readonly number[] } {
  if (refillM === Infinity && refillMin === Infinity) return { strokes, refills: [] };
  const [maxMm, maxMs] = [1000 * refillM, 60_000 * refillMin];
  const cut: Points[] = [];
  const refills: number[] = [];
  let [mm, ms] = [0, 0];
  const refill = () => {
    refills.push(cut.length);
    [mm, ms] = [0, 0];
  };
  for (const stroke of strokes) {
    const segments = segmentsOf(stroke, refillMin === Infinity ? undefined : law);
    const whole = segments.reduce((sum, one) => ({ mm: sum.mm + one.mm, ms: sum.ms + one.ms }), { mm, ms });
    if (mm > 0 && (whole.mm > maxMm || whole.ms > maxMs)) refill();
    let piece = [stroke[0]!, stroke[1]!];
    for (const [at, segment] of segments.entries()) {
      const [x, y] = [stroke[2 * at]!, stroke[2 * at + 1]!];
      const [toX, toY] = [stroke[2 * at + 2]!, stroke[2 * at + 3]!];
      let done = 0;
      for (;;) {
        const left = { mm: segment.mm * (1 - done), ms: segment.ms * (1 - done) };
        if (left.mm <= maxMm - mm && left.ms <= maxMs - ms) {
          mm += left.mm;
          ms += left.ms;
          piece.push(toX, toY);
          break;
        }
        done += Math.min((maxMm - mm) / segment.mm, segment.ms === 0 ? Infinity : (maxMs - ms) / segment.ms);
        const point = [x + (toX - x) * done, y + (toY - y) * done];
        cut.push(Float64Array.from([...piece, ...point]));
        piece = point;
        refill();
      }
    }
    cut.push(Float64Array.from(piece));
  }
  return { strokes: cut, refills };
}

function segmentsOf(points: Points, law: MotionLaw | undefined): { mm: number; ms: number }[] {
  const times = law && [...segmentTimes(points, law)];
  return Array.from({ length: points.length / 2 - 1 }, (_, at) => ({
    mm: Math.hypot(points[2 * at + 2]! - points[2 * at]!, points[2 * at + 3]! - points[2 * at + 1]!),
    ms: times?.[at] ?? 0,
  }));
}

export function isClosed(points: Points): boolean {
  return points[0] === points.at(-2) && points[1] === points.at(-1);
}

/** Continues a closed stroke past its start, by one circuit at most. */
export function pastStart(points: Points, seamMm: number): Points {
  const more: number[] = [];
  let leftMm = seamMm;
  for (let at = 0; at < points.length - 2 && leftMm > 0; at += 2) {
    const [x, y, toX, toY] = points.subarray(at, at + 4) as unknown as [number, number, number, number];
    const mm = Math.hypot(toX - x, toY - y);
    const share = Math.min(1, leftMm / mm);
    if (mm > 0) more.push(x + (toX - x) * share, y + (toY - y) * share);
    leftMm -= mm;
  }
  return Float64Array.from([...points, ...more]);
}
