import { expect, it } from 'vitest';
import { Path, segmentKind } from '../path/path.ts';
import { thumbnailOf } from './thumbnail.ts';

it('a thumbnail has the strokes of a job, and of very many places only some', () => {
  const path = new Path();
  expect(thumbnailOf(path, undefined)).toBeUndefined();
  path.push(0, 0, segmentKind.jump, 0);
  path.push(10, 10, segmentKind.travel, 1);
  path.push(20, 10, segmentKind.draw, 2);
  path.push(20, 30, segmentKind.draw, 3);
  path.push(0, 0, segmentKind.travel, 4);
  expect(thumbnailOf(path, undefined)).toEqual({ strokes: 'M10 10L20 10L20 30', viewBox: '10 10 10 20' });
  const sheet = { minX: 0, minY: 0, maxX: 100, maxY: 25 };
  expect(thumbnailOf(path, sheet)?.viewBox).toBe('0 0 100 30');
  for (let at = 0; at < 100_000; at++) path.push(at, at % 7, segmentKind.draw, at + 5);
  const { strokes } = thumbnailOf(path, sheet)!;
  expect(strokes.length).toBeLessThan(40_000);
  expect(strokes.endsWith(`L99999 ${99_999 % 7}`)).toBe(true);
});
