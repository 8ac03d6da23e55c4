type Rgb = readonly [number, number, number];

/** Shares of the text colour to mix into an ink, tried in order until the ink is visible. */
const helps = [0.3, 0.5, 0.7];
const minDifference = 0.3;
const minHue = 0.15;

/**
 * Returns the colour, changed if it would be invisible on the sheet: mixed with the text colour `ink`, or, without a
 * hue, replaced by `ink`.
 */
export function visibleOn(sheet: string, colour: string, ink: string): string {
  const [under, over, own] = [rgbOf(sheet), rgbOf(colour), rgbOf(ink)];
  if (under === undefined || over === undefined || own === undefined) return colour;
  const isSeen = (rgb: Rgb) => Math.abs(lightness(under) - lightness(rgb)) > minDifference;
  if (isSeen(over)) return colour;
  if (Math.max(...over) - Math.min(...over) < minHue) return ink;
  const mixed = helps.map((part) => mix(over, own, part)).find(isSeen);
  return mixed === undefined ? ink : textOf(mixed);
}

/** The share of the pen colour in a planned line. It is raised if the result would be invisible. */
const paleInk = 0.35;
const minPaleDifference = 0.2;

export function paleOn(sheet: string, colour: string): string {
  const [under, over] = [rgbOf(sheet), rgbOf(colour)];
  if (under === undefined || over === undefined) return colour;
  const difference = Math.abs(lightness(under) - lightness(over));
  return textOf(mix(under, over, Math.min(1, Math.max(paleInk, minPaleDifference / difference))));
}

const textOf = (rgb: Rgb) => `rgb(${rgb.map((value) => Math.round(value * 255)).join(', ')})`;

/** Parses “#rrggbb” or “rgb(r, g, b)” into values from 0 to 1. */
function rgbOf(colour: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  const parts = hex ?? /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(colour);
  if (parts === null) return undefined;
  const [r, g, b] = parts.slice(1, 4).map((part) => Number.parseInt(part, hex ? 16 : 10) / 255);
  return [r!, g!, b!];
}

/** Returns the luma from 0 to 1, with the weights of Rec. 601. */
const lightness = ([r, g, b]: Rgb) => 0.3 * r + 0.59 * g + 0.11 * b;

const mix = (a: Rgb, b: Rgb, part: number): Rgb => [
  a[0] + (b[0] - a[0]) * part,
  a[1] + (b[1] - a[1]) * part,
  a[2] + (b[2] - a[2]) * part,
];
