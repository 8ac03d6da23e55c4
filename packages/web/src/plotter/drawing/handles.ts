import type { Settings } from './settings.ts';

export interface Point {
  x: number;
  y: number;
}

export type Grip = 'move' | 'scale' | 'turn';

const scales = { min: 0.01, max: 100 };
/** Near a multiple of this, that is what is meant. */
const snapDegrees = 15;
const snapWithin = 2;

export interface Drag {
  grip: Grip;
  from: Settings;
  /** In millimetres on the paper: where it began, where it is, and the middle of the drawing when it began. */
  start: Point;
  now: Point;
  middle: Point;
}

/** What a hand on a handle makes of the settings. */
export function dragged({ grip, from, start, now, middle }: Drag): Partial<Settings> {
  if (grip === 'move') {
    const { xMm, yMm } = from.offset;
    return { offset: { xMm: xMm + now.x - start.x, yMm: yMm + now.y - start.y } };
  }
  if (grip === 'scale') {
    const factor = distance(now, middle) / Math.max(0.001, distance(start, middle));
    return { scale: Math.min(scales.max, Math.max(scales.min, from.scale * factor)) };
  }
  const turned = from.rotate + degrees(now, middle) - degrees(start, middle);
  const near = Math.round(turned / snapDegrees) * snapDegrees;
  return { rotate: fullCircle(Math.abs(turned - near) <= snapWithin ? near : Math.round(turned * 10) / 10) };
}

/** The same direction, from 0 to less than 360. */
export function fullCircle(angle: number): number {
  return ((angle % 360) + 360) % 360;
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const degrees = (a: Point, b: Point) => (Math.atan2(a.y - b.y, a.x - b.x) * 180) / Math.PI;
