import type { Point } from '../../../state/bed/view.ts';
import type { Placed } from '../../../state/drawing/extent.ts';

export type Grip = 'move' | 'scale' | 'turn';

const scales = { min: 0.01, max: 100 };
const snapDegrees = 15;
const snapWithin = 2;

export interface Drag {
  grip: Grip;
  from: Placed;
  /** In mm on the paper. `middle` is the centre of the drawing at the start. */
  start: Point;
  now: Point;
  middle: Point;
  /** Stays in place while scaling. */
  anchor: Point;
  /** Whether Shift is held, so that moves follow one axis and rotation snaps. */
  isSteady: boolean;
}

export function dragged({ grip, from, start, now, middle, anchor, isSteady }: Drag): Partial<Placed> {
  const { xMm, yMm } = from.offset;
  if (grip === 'move') {
    const [dx, dy] = [now.x - start.x, now.y - start.y];
    const isAcross = Math.abs(dx) > Math.abs(dy);
    return {
      offset: { xMm: xMm + (isSteady && !isAcross ? 0 : dx), yMm: yMm + (isSteady && isAcross ? 0 : dy) },
    };
  }
  if (grip === 'scale') {
    const wanted = (from.scale * distance(now, anchor)) / Math.max(0.001, distance(start, anchor));
    const scale = Math.min(scales.max, Math.max(scales.min, wanted));
    const more = scale / from.scale - 1;
    return {
      scale,
      offset: { xMm: xMm + (middle.x - anchor.x) * more, yMm: yMm + (middle.y - anchor.y) * more },
    };
  }
  const turned = from.rotate + degrees(now, middle) - degrees(start, middle);
  const near = Math.round(turned / snapDegrees) * snapDegrees;
  const isNear = isSteady || Math.abs(turned - near) <= snapWithin;
  return { rotate: fullCircle(isNear ? near : Math.round(turned * 10) / 10) };
}

/** Returns the angle as 0 up to but excluding 360 degrees. */
export function fullCircle(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const degrees = (a: Point, b: Point) => (Math.atan2(a.y - b.y, a.x - b.x) * 180) / Math.PI;
