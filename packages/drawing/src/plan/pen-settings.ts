import type { LayerCodes } from '../drawing.ts';
import type { Machine } from '../motion/machine.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';

/** Settings of a pen. Missing members default to the machine's values. */
export interface PenSettings {
  readonly speedMmS?: number;
  /** Pen-down height in the unit of the machine: a servo value, or Z in mm. */
  readonly penDownHeight?: number;
  /** Delay after lowering the pen, for ink that starts slowly. */
  readonly delayMs?: number;
  /** Length by which closed shapes continue past their start. */
  readonly seamMm?: number;
  /** Metres and minutes after which the pen is refilled. */
  readonly refillM?: number;
  readonly refillMin?: number;
  /** Where to dip the pen at the start and for refills (see `placesOfDip`). By default, refills are pauses. */
  readonly dip?: string;
}

export interface PalettePen extends PenSettings {
  readonly name: string;
  readonly colour: string;
  readonly widthMm?: number;
}

/** Settings of a layer. Missing members default to those of the layer's pen. */
export interface LayerSettings extends PenSettings {
  /** Name of a palette pen. */
  readonly pen?: string;
  /** How often each stroke is drawn, back and forth, without lifting the pen. */
  readonly passes?: number;
  /** How often the whole layer is drawn. */
  readonly repeat?: number;
  /** Whether to pause before the layer. By default, the plot pauses if the pen changes. */
  readonly pause?: boolean;
}

/** Top speed of an AxiDraw, to which the percentages in layer names refer. */
const fullSpeedMmS = 221;

/** Returns the settings of a layer name. Ignores a height if the range of the machine is not known. */
export function settingsFromCodes(codes: LayerCodes, machine: Machine): LayerSettings {
  const { pause, speedPercent, heightPercent, delayMs } = codes;
  const { penHeightLimits: range, penHeights } = machine;
  const heightOf = (percent: number) => {
    if (range === undefined || penHeights === undefined) return {};
    const part = (penHeights.up > penHeights.down ? percent : 100 - percent) / 100;
    return { penDownHeight: tenths(range.min + part * (range.max - range.min)) };
  };
  return {
    ...(pause && { pause }),
    ...(speedPercent !== undefined && { speedMmS: tenths((speedPercent / 100) * fullSpeedMmS) }),
    ...(heightPercent !== undefined && heightOf(heightPercent)),
    ...(delayMs !== undefined && { delayMs }),
  };
}

const tenths = (value: number) => Math.round(value * 10) / 10;

export interface SettingsOfLayer extends LayerSettings {
  readonly layer: number;
}

export const maxPasses = 20;

const maxDipPlaces = 20;

/** Limits that apply to any machine. */
export const penRanges = {
  speedMmS: { min: 0.01, max: 10_000, unit: ' mm/s' },
  delayMs: { min: 0, max: 60_000, unit: ' ms' },
  seamMm: { min: 0, max: 50, unit: ' mm' },
  refillM: { min: 0.01, max: 10_000, unit: ' m' },
  refillMin: { min: 0.01, max: 1440, unit: ' min' },
} as const;

const ranges = {
  ...penRanges,
  passes: { min: 1, max: maxPasses, unit: '' },
  repeat: { min: 1, max: maxPasses, unit: '' },
} as const;

/** Throws a `PlanOptionError` for values that this machine does not support. */
export function checkPenSettings(
  option: string,
  settings: LayerSettings,
  machine: Machine,
  pen?: string,
): void {
  const whose = pen === undefined ? '' : ` of “${pen}”`;
  for (const [name, { min, max, unit }] of Object.entries(ranges)) {
    const value = settings[name as keyof typeof ranges];
    if (value !== undefined && !(value >= min && value <= max))
      throw new PlanOptionError(option, `“${name}”${whose} is ${value}: use ${min} to ${max}${unit}`);
  }
  for (const name of ['passes', 'repeat'] as const)
    if (!Number.isInteger(settings[name] ?? 1))
      throw new PlanOptionError(option, `“${name}” is ${settings[name]}: use a whole number`);
  for (const place of settings.dip === undefined ? [] : placesOfDip(settings.dip, option))
    if (!isInLimits(place, machine))
      throw new PlanOptionError(
        option,
        `“${place.xMm}x${place.yMm}”${whose} is outside the limits of this plotter: dip the pen at another place`,
      );
  const { penDownHeight } = settings;
  const { min = -100_000, max = 100_000 } = machine.penHeightLimits ?? {};
  if (penDownHeight !== undefined && !(penDownHeight >= min && penDownHeight <= max))
    throw new PlanOptionError(
      option,
      `The pen height ${penDownHeight}${whose} is out of range: this plotter takes ${min} to ${max}`,
    );
}

/** Whether a place, measured from the origin, is within the machine's limits. */
export function isInLimits(
  { xMm, yMm }: { readonly xMm: number; readonly yMm: number },
  { limits, stepsPerMm }: Pick<Machine, 'limits' | 'stepsPerMm'>,
): boolean {
  if (limits === null) return true;
  const [x, y] = [Math.round(xMm * stepsPerMm), Math.round(yMm * stepsPerMm)];
  return x >= limits.minX && x <= limits.maxX && y >= limits.minY && y <= limits.maxY;
}

/** Parses places such as `10x200/25x200`, in millimetres from the origin. */
export function placesOfDip(dip: string, option = 'layerSettings'): { xMm: number; yMm: number }[] {
  const number = String.raw`-?\d{1,5}(?:\.\d{1,6})?`;
  const place = new RegExp(`^\\s*(${number})\\s*x\\s*(${number})\\s*$`, 'i');
  return dip.split('/', maxDipPlaces + 1).map((each, index) => {
    const [, x, y] = place.exec(each) ?? [];
    if (x === undefined || y === undefined || index === maxDipPlaces)
      throw new PlanOptionError(
        option,
        `“${each.trim().slice(0, 50)}” is not a place to dip at: use up to ${maxDipPlaces} such as 10x200/25x200`,
      );
    return { xMm: Number(x), yMm: Number(y) };
  });
}

export function isDip(text: unknown): text is string {
  try {
    return typeof text === 'string' && placesOfDip(text).length > 0;
  } catch {
    return false;
  }
}

/** Returns a place in the format of `placesOfDip`, rounded to a thousandth of a millimetre. */
export function placeText({ xMm, yMm }: { readonly xMm: number; readonly yMm: number }): string {
  return [xMm, yMm].map((mm) => String(Math.round(mm * 1000) / 1000 + 0)).join('x');
}

export function nearestPen<T extends { readonly colour: string }>(
  colour: string,
  palette: readonly T[],
): T | undefined {
  const wanted = rgbOf(colour);
  let best: { pen: T; distance: number } | undefined;
  for (const pen of palette) {
    const distance = colourDistance(wanted, rgbOf(pen.colour));
    if (best === undefined || distance < best.distance) best = { pen, distance };
  }
  return best?.pen;
}

type Rgb = readonly [number, number, number];

function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(/^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? '000000', 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Returns the distance as the eye sees it, which distinguishes greens better than reds and blues (Thiadmer
 * Riemersma's approximation).
 */
function colourDistance(a: Rgb, b: Rgb): number {
  const red = (a[0] + b[0]) / 2;
  const [dr, dg, db] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return (2 + red / 256) * dr * dr + 4 * dg * dg + (2 + (255 - red) / 256) * db * db;
}
