/** CSS has 96 pixels to the inch, whatever the screen. */
export const mmPerPixel = 25.4 / 96;

/** What relative lengths are relative to, in pixels of the place where they stand. */
export interface LengthContext {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
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

const pattern = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)\s*$/i;
/** A longer one is none. */
const maxLengthCharacters = 64;
const plain = /^[+-]?\d{1,9}(?:\.\d{1,12})?$/;

/** A length in pixels, or `undefined` where it cannot be read or is not a finite number. */
export function parseLength(text: string, context: LengthContext, direction: Direction): number | undefined {
  if (plain.test(text)) return Number(text);
  const found = text.length <= maxLengthCharacters ? pattern.exec(text) : null;
  if (found === null) return undefined;
  const unit = (found[2] as string).toLowerCase();
  const perUnit =
    (Object.hasOwn(pixelsPerUnit, unit) ? pixelsPerUnit[unit] : undefined) ??
    relativeUnit(unit, context, direction);
  const value = Number(found[1]) * (perUnit ?? Number.NaN);
  return Number.isFinite(value) ? value : undefined;
}

function relativeUnit(unit: string, context: LengthContext, direction: Direction): number | undefined {
  switch (unit) {
    case '%':
      return reference(context, direction) / 100;
    case 'em':
      return context.fontSize;
    case 'ex':
    case 'ch':
      return context.fontSize / 2;
    case 'rem':
      return 16;
    default:
      return undefined;
  }
}

function reference({ width, height }: LengthContext, direction: Direction): number {
  if (direction === 'x') return width;
  if (direction === 'y') return height;
  return Math.sqrt((width * width + height * height) / 2);
}
