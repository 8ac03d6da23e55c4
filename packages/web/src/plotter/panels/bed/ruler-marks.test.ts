import { expect, it } from 'vitest';
import { rulerMarks } from './ruler-marks.ts';

const numbers = (parts: Parameters<typeof rulerMarks>[0]) =>
  rulerMarks(parts)
    .filter(({ hasNumber }) => hasNumber)
    .map(({ atPx, mm }) => [Math.round(atPx), mm]);

it('a ruler shows as many numbers as fit, each at its position', () => {
  const sheet = { zeroPx: 20, pxPerMm: 2, lengthPx: 500 };
  expect(numbers(sheet).slice(0, 3)).toEqual([
    [20, 0],
    [120, 50],
    [220, 100],
  ]);
  expect(numbers({ ...sheet, pxPerMm: 0.5 }).map(([, mm]) => mm)).toEqual([
    0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
  ]);
  // Zoomed in far away from the origin, and to the left of it.
  expect(numbers({ zeroPx: -4000, pxPerMm: 40, lengthPx: 200 })).toEqual([
    [0, 100],
    [80, 102],
    [160, 104],
  ]);
  expect(numbers({ zeroPx: 100, pxPerMm: 1, lengthPx: 120 })).toEqual([
    [0, -100],
    [50, -50],
    [100, 0],
  ]);
  expect(rulerMarks({ zeroPx: 0, pxPerMm: 0, lengthPx: 500 })).toEqual([]);
});
