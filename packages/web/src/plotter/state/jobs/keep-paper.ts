import type { Job } from '@stationery/client';
import { plottedPaper } from '../drawing/current-session.ts';
import { outlineOf, type PaperOutline } from '../drawing/extent.ts';
import { jobKey, stepsPerMm } from '../store.ts';

/** Keeps the paper on the bed for the copy of a job. If the copy has new marks, moves the paper with them. */
export function keepPaper(job: Job, copy: Job, hasNewMarks: boolean): void {
  const paper = plottedPaper.peek();
  if (paper?.bounds === undefined || paper.job !== jobKey(job)) return;
  const scale = job.stepsPerMm ?? stepsPerMm.peek();
  const bounds = hasNewMarks && copy.alignment ? moved(paper.bounds, copy.alignment, scale) : paper.bounds;
  plottedPaper.value = { job: jobKey(copy), bounds };
}

function moved({ corners }: PaperOutline, alignment: NonNullable<Job['alignment']>, steps: number) {
  const { marks, shift, degrees, scale } = alignment;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const mean = (of: (mark: (typeof marks)[number]) => number) =>
    (steps * marks.reduce((sum, mark) => sum + of(mark), 0)) / marks.length;
  const [midX, midY] = [mean(({ at }) => at.xMm), mean(({ at }) => at.yMm)];
  return outlineOf(
    corners.map(({ x, y }) => ({
      x: midX + cos * (x - midX) - sin * (y - midY) + steps * shift.xMm,
      y: midY + sin * (x - midX) + cos * (y - midY) + steps * shift.yMm,
    })),
  );
}
