import { expect, it } from 'vitest';
import { strokeAtCommand, strokeNear, strokesOf } from './job-strokes.ts';

const commands = [
  ...['PENUP', 'MOVE X10 Y0', 'PENDOWN', 'MOVE X20 Y0', 'PENUP'],
  // This stroke starts at the end of the previous one, and contains a setting.
  ...['PENDOWN', 'MOVE X20 Y9', 'SPEED 5', 'MOVE X20 Y20', 'PENUP'],
  ...['MOVE X50 Y50', 'PENDOWN', 'PENUP'],
];

it('strokesOf counts the strokes of a job, whether or not the pen moves between them', () => {
  const strokes = strokesOf(commands, false);
  expect(strokes).toMatchObject({ starts: [1, 2, 5], lifts: [4, 9, 12] });
  expect([0, 3, 4, 5, 8, 9, 12, 99].map((command) => strokeAtCommand(strokes, command))).toEqual([
    ...[1, 1, 2, 2, 2, 3, 3, 3],
  ]);
});

it('strokeNear finds the nearest stroke, which may be a dot, and ignores travel', () => {
  const strokes = strokesOf(commands, false);
  expect(strokeNear(strokes, 14, 3)).toBe(1);
  expect(strokeNear(strokes, 22, 15)).toBe(2);
  expect(strokeNear(strokes, 45, 45)).toBe(3);
  expect(strokeNear(strokes, 30, 30)).toBe(2);
});
