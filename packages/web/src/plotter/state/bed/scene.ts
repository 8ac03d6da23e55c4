import { computed, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { keepText, keptText } from '../../../ui/storage.ts';
import type { Scene } from '../../panels/bed/painter.ts';
import { paperOnBed } from '../drawing/placed-drawing.ts';
import { machine, reach } from '../store.ts';
import { type JobPen, pensOf } from './job-pens.ts';
import { shown, shownJob } from './shown.ts';
import { around, type Fit, fitView, type SizePx, type View, visibleArea, type Zoom } from './view.ts';

const travelKey = 'stationery.plotter.travel';

export const showTravel = signal(keptText(travelKey) === 'yes');
export const fit = signal<Fit>('sheet');
/** Undefined while all of it is seen. */
export const zoom = signal<Zoom | undefined>(undefined);
/** How large the picture is on the page; nothing before it is there. */
export const bedSize = signal<SizePx>({ widthPx: 0, heightPx: 0 });

export function setShowTravel(value: boolean): void {
  showTravel.value = value;
  keepText(travelKey, value ? 'yes' : 'no');
}

export function setFit(value: Fit): void {
  fit.value = value;
  zoom.value = undefined;
}

const noPens: readonly JobPen[] = [];

/** How far a job is: the first command that is not done. */
export function nextOf({ state, total }: Job): number {
  if ('next' in state) return state.next;
  return state.state === 'done' ? total : 0;
}

/** What is to be seen on the bed. A path that grew is a new scene, though it is the same path. */
export const scene = computed<Scene>(() => {
  const now = shown.value;
  const job = now?.of === 'job' && shownJob.value?.id === now.id ? shownJob.value : undefined;
  return {
    profile: machine.value,
    path: now?.path,
    around: around(now?.path.bounds, paperOnBed.value),
    next: job === undefined ? 0 : nextOf(job),
    pens: job === undefined ? noPens : pensOf(job),
    resume: (job?.state.state === 'interrupted' && job.resumePoint) || undefined,
    showTravel: showTravel.value,
    fit: fit.value,
    paper: paperOnBed.value,
    reach: reach.value,
  };
});

export const bedArea = computed(() => {
  const { profile, around: drawing, fit } = scene.value;
  return visibleArea({ profile, drawing, fit });
});

export const bedView = computed<View | undefined>(() => {
  const { profile, around: drawing, fit } = scene.value;
  if (bedSize.value.widthPx === 0) return undefined;
  return fitView({ ...bedSize.value, profile, drawing, fit, zoom: zoom.value });
});
