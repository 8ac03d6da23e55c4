import { signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { scrollTo, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { chosenJobId } from '../bed/shown.ts';
import { setAside } from '../drawing/last-drawing.ts';
import { giveUpNext, placed, takeDrawing } from '../drawing/placed-drawing.ts';
import { readDrop } from '../files/recognise-file.ts';
import { jobName } from '../format.ts';
import { act } from '../run-action.ts';
import { draft, putAway, takeFile } from '../script/script-draft.ts';
import { currentJob } from '../store.ts';
import { wantsSheet, withSheet } from './fresh-sheet.ts';

const texts = plotterTexts.script;

/** How much of the script was sent, from 0 to 1; undefined while none is. */
export const sent = signal<number | undefined>(undefined);

/** Sends the script as a job. A request that has to be sent again gives the same job. */
export async function plotDraft(): Promise<void> {
  const now = draft.peek();
  if (now === undefined) return;
  const asksFor = wantsSheet.peek() ? 'sheet' : undefined;
  const job = await act('plot', () =>
    plotter.queueScript(now.blob, {
      job: { name: now.name, pauses: withSheet([]) },
      onProgress: ({ sentBytes, totalBytes }) => {
        sent.value = sentBytes / Math.max(1, totalBytes ?? now.blob.size);
      },
    }),
  );
  sent.value = undefined;
  if (job === undefined) return;
  putAway();
  tellOfJob(job, asksFor);
}

/** Shows a job that was just taken, and says when it is drawn, or what it asks for before. */
export function tellOfJob(job: Job, asksFor?: 'pen' | 'sheet'): void {
  chosenJobId.value = job.id;
  const other = currentJob.peek();
  const isWaiting = other !== undefined && other.id !== job.id;
  const begins = { pen: texts.asksForPens, sheet: texts.asksForSheet, nothing: texts.started }[
    asksFor ?? 'nothing'
  ];
  const queued = asksFor === 'sheet' ? texts.queuedForSheet : texts.queued;
  const say = job.state.state === 'held' ? texts.held : isWaiting ? queued : begins;
  showToast({ message: say(jobName(job)) });
}

export async function takeFiles([file, ...others]: readonly File[]): Promise<void> {
  if (file === undefined) return;
  const dropped = await readDrop(file);
  if (dropped.kind === 'refused') return refuse(dropped.why);
  const lying = placed.peek();
  if (dropped.kind === 'script' && !dropped.hasCommands && lying !== undefined) {
    return refuse(texts.neither(file.name, lying.name));
  }
  if (others.length > 0) showToast({ message: texts.oneOnly });
  if (dropped.kind === 'drawing') {
    putAway();
    takeDrawing({ name: dropped.name, file: dropped.blob });
    scrollTo('.bed');
    return;
  }
  giveUpNext();
  setAside();
  await takeFile(dropped.name, dropped.blob);
  scrollTo('.script');
}

function refuse(message: string): void {
  showToast({ message, tone: 'danger', durationMs: 10_000 });
}
