import type { Job } from '@stationery/client';
import { afterEach, expect, it } from 'vitest';
import { plottedPaper } from '../drawing/current-session.ts';
import { outlineOf } from '../drawing/extent.ts';
import { jobKey } from '../store.ts';
import { keepPaper } from './keep-paper.ts';

const place = (xMm: number, yMm: number) => ({ xMm, yMm });
const mark = (at: [number, number], found: [number, number]) => ({
  at: place(...at),
  found: place(...found),
});
/** A sheet that was rotated by 90° about its corner. */
const alignment = {
  marks: [mark([0, 0], [50, 0]), mark([40, 0], [50, 40])],
  shift: place(30, 20),
  degrees: 90,
  scale: 1,
  errorMm: 0,
  sheetNumber: 1,
};
const job = { id: 1, createdAt: 'then', stepsPerMm: 10, alignment: null } as Job;
const copy = { ...job, id: 2, alignment };
const corners = [
  { x: 0, y: 0 },
  { x: 400, y: 0 },
  { x: 400, y: 200 },
  { x: 0, y: 200 },
];

afterEach(() => {
  plottedPaper.value = undefined;
});

it('a job that is plotted again keeps its paper, which new marks move', () => {
  plottedPaper.value = { job: jobKey(job), bounds: outlineOf(corners) };
  keepPaper(copy, job, false);
  expect(plottedPaper.value.job).toBe(jobKey(job));
  keepPaper(job, copy, false);
  expect(plottedPaper.value).toEqual({ job: jobKey(copy), bounds: outlineOf(corners) });

  plottedPaper.value = { job: jobKey(job), bounds: outlineOf(corners) };
  keepPaper(job, copy, true);
  expect(plottedPaper.value.bounds?.corners.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [500, 0],
    [500, 400],
    [300, 400],
    [300, 0],
  ]);
});
