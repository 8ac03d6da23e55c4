import type { SizePx } from '../../../state/bed/view.ts';
import type { Point } from './drag.ts';

export type Corners = readonly [Point, Point, Point, Point];

export interface Frame {
  /** From the top left one clockwise. */
  corners: Corners;
  /** The knob to turn it by, and where its stem begins. */
  knob: Point;
  foot: Point;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const outPx = 28;
/** A knob nearer to the edge of the bed cannot be taken. */
const edgePx = 10;
/** As far as a finger that takes the knob reaches. */
const knobPx = 20;

/**
 * The frame around a drawing that a pointer can drag: as large as the drawing, but never so small that its
 * grips would leave nothing to move it by. The knob is above it, or where it can
 * be seen and is not over the tab of the sheet: below or inside.
 */
export function frameOf(
  corners: Corners,
  angle: number,
  leastPx: number,
  bed: SizePx,
  tab: Box | undefined = undefined,
): Frame {
  const [topLeft, topRight, , bottomLeft] = corners;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const wider = Math.max(0, leastPx - distance(topLeft, topRight)) / 2;
  const higher = Math.max(0, leastPx - distance(topLeft, bottomLeft)) / 2;
  const out = ({ x, y }: Point, across: number, down: number): Point => ({
    x: x + cos * wider * across - sin * higher * down,
    y: y + sin * wider * across + cos * higher * down,
  });
  const wide = [
    out(corners[0], -1, -1),
    out(corners[1], 1, -1),
    out(corners[2], 1, 1),
    out(corners[3], -1, 1),
  ] as const;
  const knobOn = (a: Point, b: Point, away: number) => {
    const foot = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return { foot, knob: { x: foot.x + sin * away, y: foot.y - cos * away } };
  };
  const places = [
    knobOn(wide[0], wide[1], outPx),
    knobOn(wide[3], wide[2], -outPx),
    knobOn(wide[0], wide[1], -outPx),
  ] as const;
  const isSeen = ({ knob: { x, y } }: (typeof places)[0]) =>
    x >= edgePx && y >= edgePx && x <= bed.widthPx - edgePx && y <= bed.heightPx - edgePx;
  const seen = places.filter(isSeen);
  const place = seen.find(({ knob }) => tab === undefined || !isOver(knob, tab)) ?? seen[0] ?? places[0];
  return { corners: wide, ...place };
}

const isOver = ({ x, y }: Point, box: Box) =>
  x > box.x - knobPx &&
  x < box.x + box.width + knobPx &&
  y > box.y - knobPx &&
  y < box.y + box.height + knobPx;

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
