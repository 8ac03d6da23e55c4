import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Every colour of the tokens, in light and in dark. */
const colours = new Map<string, readonly [light: string, dark: string]>();
for (const [, name, light, dark] of css.matchAll(/--([\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\);/g)) {
  colours.set(name!, [light!, dark!]);
}
for (const [, name, colour] of css.matchAll(/--([\w-]+):\s*(#\w+);/g)) colours.set(name!, [colour!, colour!]);

const grounds = ['paper', 'sheet', 'sheet-sunk'];
const washes = ['accent-wash', 'marker-wash', 'good-wash', 'danger-wash'];

/** Minimum contrast of text and background (WCAG 2.2, 1.4.3 and 1.4.11). */
const wanted: readonly [over: string, under: readonly string[], least: number][] = [
  ['ink', [...grounds, ...washes], 4.5],
  ['ink-soft', [...grounds, ...washes], 4.5],
  ['accent', [...grounds, ...washes], 4.5],
  ['accent-strong', [...grounds, ...washes], 4.5],
  ['good', [...grounds, ...washes], 4.5],
  ['danger', [...grounds, ...washes], 4.5],
  ['on-accent', ['accent', 'accent-strong'], 4.5],
  ['on-danger', ['danger'], 4.5],
  ['on-stop', ['stop'], 4.5],
  ['sheet', ['ink'], 4.5],
  ['stop', grounds, 3],
  ['pencil-strong', grounds, 3],
  ['accent', ['pencil'], 3],
  ['good', ['pencil'], 3],
  ['danger', ['pencil'], 3],
];

it.each(['light', 'dark'] as const)('texts are readable and marks are visible in the %s theme', (mode) => {
  const colourOf = (name: string) => colours.get(name)![mode === 'light' ? 0 : 1];
  const tooFaint = wanted.flatMap(([over, unders, least]) =>
    unders
      .map((under) => ({ pair: `${over} on ${under}`, ratio: contrast(colourOf(over), colourOf(under)) }))
      .filter(({ ratio }) => ratio < least),
  );
  expect(tooFaint).toEqual([]);
});

it('black on white has the maximum contrast', () => {
  expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5);
});

function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter! + 0.05) / (darker! + 0.05);
}

function luminance(hex: string): number {
  const digits =
    hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : hex.slice(1).match(/../g)!;
  const [r, g, b] = digits
    .map((pair) => Number.parseInt(pair, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
