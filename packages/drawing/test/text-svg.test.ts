import { expect, it } from 'vitest';
import { readSvg, type TextStyle, textDefaults, textSvg } from '../src/index.ts';

function written(text: string, style: Partial<TextStyle> = {}) {
  const { strokes, notes, widthMm, heightMm } = readSvg(textSvg(text, { ...textDefaults, ...style }));
  const xs = strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0));
  const ys = strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 1));
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  return { strokes, notes, widthMm, heightMm, ...box };
}

it('text is inside its page, with all letters of the font and no notes', () => {
  const { strokes, notes, widthMm, heightMm, left, right, top, bottom } = written(
    'Größe <5 & "½" ẞ™ €\nÀgypt, ¾ y',
  );
  expect(strokes.length).toBeGreaterThan(30);
  expect(notes).toEqual([]);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(widthMm);
  expect(bottom).toBeLessThanOrEqual(heightMm);
});

it('a capital is 0.7 of the size high', () => {
  const { top, bottom } = written('H', { sizeMm: 20 });
  expect(bottom - top).toBeCloseTo(14, 3);
});

it.each([
  ['left', 0],
  ['center', 0.5],
  ['right', 1],
] as const)('lines are aligned %s', (align, part) => {
  const { strokes, widthMm } = written('HHHHHHHH\nH', { align });
  const short = strokes.slice(-3).flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0));
  const middle = (Math.min(...short) + Math.max(...short)) / 2;
  const letterMm = widthMm / 8;
  expect(middle).toBeCloseTo(letterMm / 2 + part * (widthMm - letterMm), 2);
});

it('lines and letters have the chosen spacing', () => {
  const lineMm = written('I\nI', { lineHeight: 2 }).bottom - written('I').bottom;
  expect(lineMm).toBeCloseTo(20, 3);
  expect(written('HHH', { letterSpacingMm: 3 }).widthMm - written('HHH').widthMm).toBeCloseTo(9, 3);
});
