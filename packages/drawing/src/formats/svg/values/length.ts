/** Size of a CSS pixel: 96 to the inch on every screen. */
export const mmPerPixel = 25.4 / 96;

/** Sizes in pixels to which relative lengths refer. */
export interface LengthContext {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Line height for the unit `lh`. Default: the browsers' value for most fonts. */
  readonly lineHeight?: number;
  /** The window for `vw` and `vh`, which are invalid without it. */
  readonly window?: { readonly width: number; readonly height: number } | undefined;
}

export type Direction = 'x' | 'y' | 'both';

const pixelsPerUnit: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
};

export const degreesPerUnit: Readonly<Record<string, number>> = {
  deg: 1,
  rad: 180 / Math.PI,
  grad: 0.9,
  turn: 360,
};

/** Default line height, relative to the font size. */
export const defaultLineHeight = 1.15;

const pattern = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)\s*$/i;
/** Longer texts are not lengths. */
const maxLengthCharacters = 64;
const plain = /^[+-]?\d{1,9}(?:\.\d{1,12})?$/;

/** Returns a length in pixels; undefined if it is invalid or not finite. */
export function parseLength(text: string, context: LengthContext, direction: Direction): number | undefined {
  if (plain.test(text)) return Number(text);
  const found = text.length <= maxLengthCharacters ? pattern.exec(text) : null;
  if (found === null) return undefined;
  const unit = (found[2] as string).toLowerCase();
  const value = Number(found[1]) * (perUnit(unit, context, direction) ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function perUnit(unit: string, context: LengthContext, direction: Direction): number | undefined {
  return (
    (Object.hasOwn(pixelsPerUnit, unit) ? pixelsPerUnit[unit] : undefined) ??
    relativeUnit(unit, context, direction)
  );
}

function relativeUnit(unit: string, context: LengthContext, direction: Direction): number | undefined {
  switch (unit) {
    case '%':
      return reference(context, direction) / 100;
    case 'em':
    case 'ic':
      return context.fontSize;
    case 'ex':
    case 'ch':
      return context.fontSize / 2;
    case 'rem':
      return 16;
    case 'lh':
      return context.lineHeight ?? context.fontSize * defaultLineHeight;
    default:
      return windowUnit(unit, context.window);
  }
}

function windowUnit(unit: string, window: LengthContext['window']): number | undefined {
  // Small, large and dynamic variants differ only by the toolbars of a browser.
  const kind = /^[sld]?(vw|vh|vmin|vmax|vi|vb)$/.exec(unit)?.[1];
  if (window === undefined || kind === undefined) return undefined;
  const { width, height } = window;
  if (kind === 'vw' || kind === 'vi') return width / 100;
  if (kind === 'vh' || kind === 'vb') return height / 100;
  return (kind === 'vmin' ? Math.min(width, height) : Math.max(width, height)) / 100;
}

function reference({ width, height }: LengthContext, direction: Direction): number {
  if (direction === 'x') return width;
  if (direction === 'y') return height;
  return Math.sqrt((width * width + height * height) / 2);
}

/** Splits a list at spaces and commas. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
