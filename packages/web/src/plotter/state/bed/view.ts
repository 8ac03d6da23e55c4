import type { MachineProfile } from '@stationery/client';
import { type Box, unionBox } from '@stationery/drawing';

/** Maps machine steps to pixels. */
export interface View {
  scale: number;
  offsetX: number;
  offsetY: number;
  /** The sheet in steps; undefined if it has no size. */
  sheet: Box | undefined;
}

const sides = ['maxX', 'maxY', 'minX', 'minY'] as const;
export type Side = (typeof sides)[number];

export function cutOffSides(sheet: Box | undefined, reach: Box | null): Side[] {
  if (sheet === undefined || reach === null) return [];
  return sides.filter((side) =>
    side.startsWith('max') ? sheet[side] > reach[side] : sheet[side] < reach[side],
  );
}

export type Fit = 'sheet' | 'drawing';

/** `factor` is relative to the fitted size. `x` and `y` are the point in the centre, in steps. */
export interface Zoom {
  factor: number;
  x: number;
  y: number;
}

export interface SizePx {
  widthPx: number;
  heightPx: number;
}

interface ViewOptions extends SizePx {
  profile: MachineProfile | undefined;
  drawing: Box | undefined;
  fit: Fit;
  /** Undefined to fit the whole area into the picture. */
  zoom?: Zoom | undefined;
  minMarginPx?: number | undefined;
}

const emptySideMm = 200;

export function sheetOf(profile: MachineProfile | undefined): Box | undefined {
  if (profile === undefined) return undefined;
  const { size, stepsPerMm, limits } = profile;
  if (size) return { minX: 0, minY: 0, maxX: size.widthMm * stepsPerMm, maxY: size.heightMm * stepsPerMm };
  return limits ?? undefined;
}

/** Returns the box of the sheet and everything beyond it, or of the drawing alone. */
export function visibleArea(options: Pick<ViewOptions, 'profile' | 'drawing' | 'fit'>): Box {
  const { profile, drawing, fit } = options;
  const sheet = sheetOf(profile);
  const side = emptySideMm * (profile?.stepsPerMm ?? 80);
  if (fit === 'drawing' && drawing !== undefined) return drawing;
  if (sheet === undefined) return drawing ?? { minX: 0, minY: 0, maxX: side, maxY: side };
  return around(sheet, drawing)!;
}

/** Returns the box around both boxes. If one is undefined, returns the other. */
export function around(a: Box | undefined, b: Box | undefined): Box | undefined {
  return a === undefined || b === undefined ? (a ?? b) : unionBox(a, b);
}

export function fitView(parts: ViewOptions): View {
  const { widthPx, heightPx, profile, zoom } = parts;
  const area = visibleArea(parts);
  const marginPx = Math.max(parts.minMarginPx ?? 14, Math.min(widthPx, heightPx) * 0.05);
  const width = Math.max(1, area.maxX - area.minX);
  const height = Math.max(1, area.maxY - area.minY);
  const fitted = Math.min((widthPx - 2 * marginPx) / width, (heightPx - 2 * marginPx) / height);
  const scale = fitted * (zoom?.factor ?? 1);
  const middle = zoom ?? { x: area.minX + width / 2, y: area.minY + height / 2 };
  return {
    scale,
    offsetX: widthPx / 2 - middle.x * scale,
    offsetY: heightPx / 2 - middle.y * scale,
    sheet: sheetOf(profile),
  };
}

export function isSameView(a: View | undefined, b: View): boolean {
  return a?.scale === b.scale && a.offsetX === b.offsetX && a.offsetY === b.offsetY;
}

export interface Point {
  x: number;
  y: number;
}

const maxFactor = 60;
/** Below this factor, the whole area is fitted into the picture. */
const nearlyFitted = 1.02;

interface ZoomState {
  /** The magnification `factor` is relative to the fitted size. */
  view: View;
  factor: number;
  size: SizePx;
  /** The centre of the picture stays in this area, in steps. */
  area: Box;
}

/** Moves the point at `from` (in pixels) to `to`. */
export function zoomed(
  { view, factor, size, area }: ZoomState,
  by: number,
  from: Point,
  to: Point,
): Zoom | undefined {
  const next = Math.min(maxFactor, factor * by);
  if (next < nearlyFitted) return undefined;
  const held = { x: (from.x - view.offsetX) / view.scale, y: (from.y - view.offsetY) / view.scale };
  const scale = (view.scale * next) / factor;
  const middle = {
    x: held.x + (size.widthPx / 2 - to.x) / scale,
    y: held.y + (size.heightPx / 2 - to.y) / scale,
  };
  return {
    factor: next,
    x: Math.min(area.maxX, Math.max(area.minX, middle.x)),
    y: Math.min(area.maxY, Math.max(area.minY, middle.y)),
  };
}
