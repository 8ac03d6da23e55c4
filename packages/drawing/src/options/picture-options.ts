import { type PictureStyleName, pictureStyles } from '@stationery/contract/picture-formats';
import { PlanOptionError } from './plan-option-error.ts';

export interface PictureOptions {
  readonly style: PictureStyleName;
  /** Number of points or cells. Sets the detail of every style. */
  readonly points: number;
  /** Brightness from -100, which is darker, to 100, which is lighter. */
  readonly brightness: number;
  readonly contrast: number;
  /** The part of the picture to draw: x, y, width and height in percent. */
  readonly part: readonly number[];
  /** Width of the pen's line. */
  readonly penMm: number;
  /** Length of the picture's longer side. */
  readonly sizeMm: number;
  /** Colours of the pens, as `#rrggbb`. A single pen draws the brightness. */
  readonly inks: readonly string[];
}

export const pictureDefaults: PictureOptions = {
  style: 'stipple',
  points: 10_000,
  brightness: 0,
  contrast: 0,
  part: [0, 0, 100, 100],
  penMm: 0.4,
  sizeMm: 150,
  inks: ['#000000'],
};

export const pictureLimits = {
  points: [100, 100_000],
  brightness: [-100, 100],
  contrast: [-100, 100],
  penMm: [0.05, 5],
  sizeMm: [10, 2000],
} as const;

const maxInks = 6;
const minPart = 1;

export function resolvePictureOptions(given: Partial<PictureOptions> = {}): PictureOptions {
  const options = { ...pictureDefaults, ...given };
  if (!pictureStyles.includes(options.style))
    throw new PlanOptionError('style', `“${options.style}” is not a style: use ${pictureStyles.join(', ')}`);
  for (const [name, [min, max]] of Object.entries(pictureLimits)) {
    const value = options[name as keyof typeof pictureLimits];
    if (!(value >= min && value <= max))
      throw new PlanOptionError(name, `${value} is not possible here: use ${min} to ${max}`);
  }
  const [x = Number.NaN, y = Number.NaN, width = 0, height = 0, ...more] = options.part;
  const isInside = x >= 0 && y >= 0 && x + width <= 100.01 && y + height <= 100.01;
  if (!isInside || !(width >= minPart && height >= minPart) || more.length > 0)
    throw new PlanOptionError(
      'part',
      `“${options.part}” is not a part: use x,y,width,height in percent, such as 10,0,80,100`,
    );
  const { inks } = options;
  if (inks.length < 1 || inks.length > maxInks || !inks.every((ink) => /^#[0-9a-f]{6}$/i.test(ink)))
    throw new PlanOptionError(
      'inks',
      `“${inks}” are not colours of pens: use 1 to ${maxInks}, such as #000000`,
    );
  return { ...options, points: Math.round(options.points) };
}
