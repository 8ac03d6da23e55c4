import type { Point, SizePx } from '../../../state/bed/view.ts';

export type Corners = readonly [Point, Point, Point, Point];

export interface Frame {
  /** Clockwise from the top left. */
  corners: Corners;
  /** Beside the corners; undefined for a grip that would be in the way. */
  grips: readonly (Point | undefined)[];
  /** Grips must not cover the tab of the sheet. */
  tab: Box | undefined;
  /** Undefined only if no position for the knob is visible. */
  knob: Point | undefined;
  foot: Point | undefined;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Sizes of the handles for a mouse or a finger. */
interface PointerMetrics {
  /** Minimum size of the frame. In a smaller one, the grips would touch each other. */
  minPx: number;
  awayPx: number;
  /** Distance within which a grip reacts. */
  reachPx: number;
  /** Distance within which the knob reacts. Also its minimum distance from the edge of the bed. */
  knobPx: number;
}

export const mouse: PointerMetrics = { minPx: 40, awayPx: 0, reachPx: 7, knobPx: 10 };
/** Grips are beside the drawing, because a finger would cover small grips on it. */
export const finger: PointerMetrics = { minPx: 72, awayPx: 18, reachPx: 18, knobPx: 20 };

const knobAwayPx = 28;
/** In a drawing that fills the bed, the knob is this far inside. */
const knobInPx = 48;
/** Size of a drawing, in grips side by side, from which its middle can be dragged even if grips are on it. */
const largeGrips = 3;

/** For each side: the indexes of its corners and its outward direction. */
const sides = [
  [0, 1, 0, -1],
  [3, 2, 0, 1],
  [1, 2, 1, 0],
  [0, 3, -1, 0],
] as const;

interface Around {
  /** In pixels of the bed. */
  corners: Corners;
  angle: number;
  hand: PointerMetrics;
  bed: SizePx;
  tab?: Box | undefined;
}

/**
 * Returns the frame around a drawing, with handles that a pointer can drag. The frame is as large as the
 * drawing, with a minimum size that leaves space between the grips. The knob is outside, or inside a drawing
 * that fills the bed, and never over the tab of the sheet.
 */
export function frameOf({ corners, angle, hand, bed, tab: lowest }: Around): Frame {
  const [topLeft, topRight, , bottomLeft] = corners;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [width, height] = [distance(topLeft, topRight), distance(topLeft, bottomLeft)];
  const wider = Math.max(hand.awayPx, (hand.minPx - width) / 2);
  const higher = Math.max(hand.awayPx, (hand.minPx - height) / 2);
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
  const isSeen = ({ x, y }: Point, withinPx: number) =>
    x >= withinPx && y >= withinPx && x <= bed.widthPx - withinPx && y <= bed.heightPx - withinPx;
  const isLarge = Math.min(width, height) >= 2 * hand.reachPx * largeGrips;
  const onDrawing = hand.awayPx === 0 || isLarge ? corners : [];
  const placed = wide.map((at, index) =>
    hand.awayPx === 0 || isSeen(at, hand.reachPx) ? at : onDrawing[index],
  );
  const tab = lowest && clearOf(lowest, placed, hand.reachPx, bed);
  const isFree = (grip: Point | undefined) =>
    hand.awayPx === 0 || !grip || !tab || !isOver(grip, tab, hand.reachPx);
  const knobsAway = (awayPx: number) =>
    sides.map(([from, to, across, down]) => {
      const [a, b] = [wide[from], wide[to]];
      const foot = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
      const away = { x: cos * across - sin * down, y: sin * across + cos * down };
      return { foot, knob: { x: foot.x + away.x * awayPx, y: foot.y + away.y * awayPx } };
    });
  const hasRoomInside = Math.min(width, height) >= 2 * finger.knobPx * largeGrips;
  // If all sides are out of view, the knob is at the top of the bed.
  const above = { x: bed.widthPx / 2, y: knobInPx };
  const inside = [...knobsAway(-knobInPx), ...(isInside(above, wide) ? [{ foot: above, knob: above }] : [])];
  const knobs = [...knobsAway(knobAwayPx), ...(hasRoomInside ? inside : [])];
  const beside = knobs.find(
    ({ knob }) => isSeen(knob, hand.knobPx) && !(tab && isOver(knob, tab, finger.knobPx)),
  );
  return {
    corners: wide,
    grips: placed.map((grip) => (isFree(grip) ? grip : undefined)),
    tab,
    knob: beside?.knob,
    foot: beside?.foot,
  };
}

/** Moves the tab below grips that cover it, if there is space. */
function clearOf(tab: Box, grips: readonly (Point | undefined)[], reachPx: number, bed: SizePx): Box {
  const over = grips.filter((grip) => grip !== undefined).filter((grip) => isOver(grip, tab, reachPx));
  if (over.length === 0) return tab;
  const y = Math.max(...over.map((grip) => grip.y)) + reachPx;
  return y + tab.height <= bed.heightPx ? { ...tab, y } : tab;
}

const isOver = ({ x, y }: Point, box: Box, reachPx: number) =>
  x > box.x - reachPx &&
  x < box.x + box.width + reachPx &&
  y > box.y - reachPx &&
  y < box.y + box.height + reachPx;

/** The corners are in clockwise order. */
const isInside = ({ x, y }: Point, corners: Corners) =>
  corners.every((a, at) => {
    const b = corners[(at + 1) % corners.length]!;
    return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) >= 0;
  });

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
