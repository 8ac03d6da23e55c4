import { effect, untracked } from '@preact/signals';
import type { Job } from '@stationery/client';
import { placeDrawingTexts as texts } from '../../../texts/place-drawing.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { lastDrawing } from '../drawing/last-drawing.ts';
import {
  jobToPlace,
  nextDrawing,
  type PlacedDrawing,
  placedDrawing,
  placeLast,
} from '../drawing/placed-drawing.ts';
import { refuse } from '../files/refuse.ts';
import { readScript } from '../path/read-script.ts';
import { runAction } from '../run-action.ts';
import { removeDraft } from '../script/script-draft.ts';
import { jobKey, machine } from '../store.ts';
import { showBed } from '../view.ts';
import { yieldToPage } from '../yield-to-page.ts';
import { drawingOfJob } from './job-drawing.ts';
import { maxCommands } from './load-strokes.ts';

/** With more commands, reading takes so long that a message is shown. */
const manyCommands = 50_000;

export function placeJobsWhenAsked(): void {
  effect(() => {
    const job = jobToPlace.value;
    jobToPlace.value = undefined;
    if (job !== undefined) void untracked(() => runAction(`job ${job.id} place`, () => placeJob(job)));
  });
}

/** Puts the job on the bed as a drawing that can be moved, scaled and planned. */
async function placeJob(job: Job): Promise<void> {
  const last = lastDrawing.peek();
  if (last?.plottedAs === jobKey(job)) {
    // The original file is still available.
    place(last);
    return;
  }
  const name = job.name || plotterTexts.jobs.unnamed(job.id);
  if (job.total > maxCommands) {
    refuse(texts.ofJob.tooLarge(name, job.total, maxCommands));
    return;
  }
  const before = [placedDrawing.peek(), nextDrawing.peek()];
  const isMany = job.total > manyCommands;
  const hide = isMany ? showToast({ message: texts.readingNext(name), durationMs: 60_000 }) : () => {};
  try {
    const drawing = await readJob(job);
    // The user may have opened another drawing in the meantime.
    if (placedDrawing.peek() !== before[0] || nextDrawing.peek() !== before[1]) return;
    if (drawing === undefined) {
      refuse(texts.ofJob.nothing(name));
      return;
    }
    place({ name, ...drawing });
  } finally {
    hide();
  }
}

function place(drawing: PlacedDrawing): void {
  removeDraft();
  placeLast(drawing);
  showBed();
}

async function readJob({ id, pens, stepsPerMm }: Job) {
  const now = machine.peek();
  const path = await readScript(await plotter.jobs.commandStream(id), {
    relative: now?.coordinates === 'relative',
    signal: new AbortController().signal,
    yieldToPage,
    onGrowth: () => {},
  });
  return drawingOfJob(path, pens, stepsPerMm ?? now?.stepsPerMm ?? 80);
}
