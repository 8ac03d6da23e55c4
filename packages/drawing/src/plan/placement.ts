import type { Drawing } from '../drawing.ts';
import { type Box, commonBox, emptyBox, unionBox } from '../geometry/box.ts';
import { type Transform, turned } from '../geometry/transform.ts';
import { roomAroundMm } from '../operations/room-around.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { isWide, paperSize, type SizeMm } from './paper.ts';
import {
  type MarginsMm,
  type PlaceOnPaper,
  type PlanOptions,
  type ResolvedOptions,
  resolveOptions,
} from './plan-options.ts';
import { onPaper, registerMarks } from './registration.ts';

const defaultMarginMm = 10;

export interface Placement {
  readonly paper: SizeMm;
  /** Transforms millimetres of the drawing to millimetres of the paper. */
  readonly transform: Transform;
  /** The area between the margins, inside the frame and marks. */
  readonly room: Box;
  /** Where lines are cut off; undefined if nothing is cut off. */
  readonly edge: Box | undefined;
  /** False if the machine's limits cut off some of the remaining lines. */
  readonly isInReach: boolean;
  /** Transforms planned to actual places on the paper, if marks show that the sheet lies elsewhere. */
  readonly registration?: Transform;
  /** The reach of the machine on the paper; undefined if it has no limits. */
  readonly reach: Box | undefined;
}

/** Returns where a drawing would be planned with these options. */
export function placeDrawing(drawing: Drawing, options: PlanOptions = {}): Placement {
  return placeOn(drawing, resolveOptions(options));
}

export function placeOn(drawing: Drawing, options: ResolvedOptions): Placement {
  const degrees = turnOf(drawing, options);
  const { cosine, sine } = turned(degrees);
  const page = { minX: 0, minY: 0, maxX: drawing.widthMm, maxY: drawing.heightMm };
  const pageBox = boxOfCorners(page, cosine, sine);
  const pageSize = sizeOf(pageBox);
  const paper = paperSize(options, pageSize);
  const margins = options.margins === undefined ? defaultRoom(paper) : withinMargins(paper, options.margins);
  const aroundMm = roomAroundMm(options.operations);
  const room = aroundMm === 0 ? margins : withinFrame(margins, aroundMm, paper, options);
  const byPage = options.fit === 'none' || options.fit === 'page' || options.fit === 'auto';
  const strokesBox = () => boxOfStrokes(drawing, cosine, sine) ?? pageBox;
  const box = byPage ? pageBox : strokesBox();
  const fits = () => {
    const sheet = { minX: 0, minY: 0, maxX: paper.widthMm, maxY: paper.heightMm };
    const asItIs = { scale: options.scale, ...aligned(pageBox, options.scale, room, options.align) };
    return (
      isWithin({ minX: 0, minY: 0, maxX: pageSize.widthMm, maxY: pageSize.heightMm }, sheet) &&
      (aroundMm === 0 || isWithin(boxAt(strokesBox(), asItIs), smallerBy(sheet, aroundMm)))
    );
  };
  const keepsSize = options.fit === 'none' || (options.fit === 'auto' && fits());
  const scale = options.scale * (keepsSize ? 1 : scaleInto(sizeOf(box), sizeOf(room)));
  const { x, y } = aligned(box, scale, room, options.align);
  const placed = { scale, x: x + options.offset.xMm, y: y + options.offset.yMm };
  const inReach = withinReach(placed, drawing, options, {
    cosine,
    sine,
    room,
    pageBox,
    aroundMm,
    isWhole: byPage,
  });
  const transform = {
    a: inReach.scale * cosine,
    b: inReach.scale * sine,
    c: -inReach.scale * sine,
    d: inReach.scale * cosine,
    e: inReach.x,
    f: inReach.y,
  };
  const { marks, paperAt } = options;
  const registration = marks && onPaper(registerMarks(marks).transform, paperAt);
  const edge = edgeOf(paper, margins, options);
  return { paper, transform, room, ...edge, reach: reachOf(options), ...(registration && { registration }) };
}

interface Placed {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Moves or shrinks the drawing into the reach of the machine, unless its place was chosen. */
function withinReach(
  placed: Placed,
  drawing: Drawing,
  options: ResolvedOptions,
  {
    cosine,
    sine,
    room,
    pageBox,
    aroundMm,
    isWhole,
  }: {
    readonly cosine: number;
    readonly sine: number;
    readonly room: Box;
    readonly pageBox: Box;
    readonly aroundMm: number;
    readonly isWhole: boolean;
  },
): Placed {
  const { fit, align, offset, scale } = options;
  const isChosen =
    fit === 'none' || align !== 'center' || offset.xMm !== 0 || offset.yMm !== 0 || scale !== 1;
  const whole = reachOf(options);
  const reach = whole && smallerBy(whole, aroundMm);
  if (isChosen || reach === undefined || isWithin(boxAt(pageBox, placed), reach)) return placed;
  const strokes = boxOfStrokes(drawing, cosine, sine);
  if (strokes === undefined || isWithin(boxAt(strokes, placed), reach)) return placed;
  const reachable = commonBox(room, reach);
  const { widthMm, heightMm } = sizeOf(reachable);
  if (!(widthMm > 0 && heightMm > 0)) return placed;
  const size = sizeOf(boxAt(strokes, placed));
  if (size.widthMm <= widthMm && size.heightMm <= heightMm) return movedInto(reachable, placed, strokes);
  const fitted = isWhole ? pageBox : strokes;
  const smaller = Math.min(placed.scale, scaleInto(sizeOf(fitted), sizeOf(reachable)));
  return { scale: smaller, ...aligned(fitted, smaller, reachable, align) };
}

/** Moves a drawing into a box, only as far as necessary. */
function movedInto(into: Box, { scale, x, y }: Placed, box: Box): Placed {
  const { minX, minY, maxX, maxY } = boxAt(box, { scale, x, y });
  const moveX = Math.max(into.minX - minX, Math.min(0, into.maxX - maxX));
  const moveY = Math.max(into.minY - minY, Math.min(0, into.maxY - maxY));
  return { scale, x: x + moveX, y: y + moveY };
}

function boxAt({ minX, minY, maxX, maxY }: Box, { scale, x, y }: Placed): Box {
  return { minX: scale * minX + x, minY: scale * minY + y, maxX: scale * maxX + x, maxY: scale * maxY + y };
}

function isWithin(inner: Box, outer: Box): boolean {
  const roundingMm = 0.01;
  return (
    inner.minX >= outer.minX - roundingMm &&
    inner.minY >= outer.minY - roundingMm &&
    inner.maxX <= outer.maxX + roundingMm &&
    inner.maxY <= outer.maxY + roundingMm
  );
}

/** Returns the reach of the machine on the paper. */
function reachOf({ machine: { limits, stepsPerMm }, paperAt }: ResolvedOptions): Box | undefined {
  if (limits === null) return undefined;
  return {
    minX: limits.minX / stepsPerMm - paperAt.xMm,
    maxX: limits.maxX / stepsPerMm - paperAt.xMm,
    minY: limits.minY / stepsPerMm - paperAt.yMm,
    maxY: limits.maxY / stepsPerMm - paperAt.yMm,
  };
}

function turnOf(drawing: Drawing, { rotate, paper, orientation }: ResolvedOptions): number {
  if (rotate !== 'auto') return rotate;
  if (drawing.widthMm === drawing.heightMm) return 0;
  // Use the sheet's own orientation, because a named sheet without a chosen orientation would follow the
  // drawing.
  const sheet = paperSize({ paper, orientation: orientation ?? named(paper) }, drawing);
  return isWide(sheet) === isWide(drawing) ? 0 : 90;
}

function named(paper: string | undefined): 'portrait' | undefined {
  return paper !== undefined && /^\s*[a-z]/i.test(paper) ? 'portrait' : undefined;
}

function boxOfCorners({ minX, minY, maxX, maxY }: Box, cosine: number, sine: number): Box {
  return boxOf([minX, minY, maxX, minY, maxX, maxY, minX, maxY], cosine, sine);
}

function boxOfStrokes({ strokes }: Drawing, cosine: number, sine: number): Box | undefined {
  const box = strokes.reduce<Box>(
    (around, { points }) => unionBox(around, boxOf(points, cosine, sine)),
    emptyBox(),
  );
  return box.minX <= box.maxX && box.minY <= box.maxY ? box : undefined;
}

function boxOf(points: ArrayLike<number>, cosine: number, sine: number): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at + 1 < points.length; at += 2) {
    const x = cosine * points[at]! - sine * points[at + 1]!;
    const y = sine * points[at]! + cosine * points[at + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

function sizeOf({ minX, minY, maxX, maxY }: Box): SizeMm {
  return { widthMm: maxX - minX, heightMm: maxY - minY };
}

/**
 * Returns the area between the default margins. A small page, such as that of an icon, has smaller margins; a
 * page without size has none.
 */
function defaultRoom({ widthMm, heightMm }: SizeMm): Box {
  const marginMm = Math.min(defaultMarginMm, widthMm / 4, heightMm / 4);
  return { minX: marginMm, minY: marginMm, maxX: widthMm - marginMm, maxY: heightMm - marginMm };
}

function withinMargins({ widthMm, heightMm }: SizeMm, { top, right, bottom, left }: MarginsMm): Box {
  if (left + right >= widthMm || top + bottom >= heightMm) {
    const size = `${round(widthMm)} × ${round(heightMm)} mm`;
    throw new PlanOptionError('marginMm', `The margins leave no room on a paper of ${size}`);
  }
  return { minX: left, minY: top, maxX: widthMm - right, maxY: heightMm - bottom };
}

/** Returns the area that remains inside the frame and marks, which surround the drawing. */
function withinFrame(room: Box, aroundMm: number, paper: SizeMm, { fit }: ResolvedOptions): Box {
  const inner = smallerBy(room, aroundMm);
  if (inner.minX < inner.maxX && inner.minY < inner.maxY) return inner;
  // If the size and position were chosen, a warning about cut parts replaces this error.
  if (fit === 'none') return room;
  const { widthMm, heightMm } = paper;
  const size = `${round(widthMm)} × ${round(heightMm)} mm`;
  const message = `Frame, marks and margins leave no room on a paper of ${size}: use smaller gaps`;
  throw new PlanOptionError('operations', message);
}

function smallerBy({ minX, minY, maxX, maxY }: Box, mm: number): Box {
  return { minX: minX + mm, minY: minY + mm, maxX: maxX - mm, maxY: maxY - mm };
}

/**
 * Returns the scale that fits a drawing into the area. A line without width is scaled by its height only; a dot
 * is not scaled.
 */
function scaleInto(size: SizeMm, room: SizeMm): number {
  const byWidth = size.widthMm > 0 ? room.widthMm / size.widthMm : Infinity;
  const byHeight = size.heightMm > 0 ? room.heightMm / size.heightMm : Infinity;
  const scale = Math.min(byWidth, byHeight);
  return Number.isFinite(scale) ? scale : 1;
}

function aligned(box: Box, scale: number, room: Box, place: PlaceOnPaper): { x: number; y: number } {
  const acrossShare = place.endsWith('left') ? 0 : place.endsWith('right') ? 1 : 0.5;
  const downShare = place.startsWith('top') ? 0 : place.startsWith('bottom') ? 1 : 0.5;
  const spareX = room.maxX - room.minX - scale * (box.maxX - box.minX);
  const spareY = room.maxY - room.minY - scale * (box.maxY - box.minY);
  return {
    x: room.minX + acrossShare * spareX - scale * box.minX,
    y: room.minY + downShare * spareY - scale * box.minY,
  };
}

function edgeOf(paper: SizeMm, room: Box, options: ResolvedOptions): Pick<Placement, 'edge' | 'isInReach'> {
  const { crop } = options;
  const sheet = { minX: 0, minY: 0, maxX: paper.widthMm, maxY: paper.heightMm };
  const wanted = crop === 'none' ? undefined : crop === 'margins' ? room : sheet;
  // Skip the limits for a sheet placed by marks, which is checked at its real place.
  const reach = options.marks === undefined ? reachOf(options) : undefined;
  if (reach === undefined) return { edge: wanted, isInReach: true };
  if (wanted === undefined) return { edge: reach, isInReach: false };
  return { edge: commonBox(wanted, reach), isInReach: isWithin(wanted, reach) };
}

function round(mm: number): number {
  return Math.round(mm * 10) / 10;
}
