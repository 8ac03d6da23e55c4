import { computed, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { paperOnBed } from '../drawing/placed.ts';
import { shown, shownJob } from '../path/shown.ts';
import { machine } from '../store.ts';
import type { Scene } from './painter.ts';
import type { Fit } from './view.ts';

const travelKey = 'stationery.plotter.travel';

export const showTravel = signal(localStorage.getItem(travelKey) === 'yes');
export const fit = signal<Fit>('sheet');

export function setShowTravel(value: boolean): void {
  showTravel.value = value;
  localStorage.setItem(travelKey, value ? 'yes' : 'no');
}

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
    around: now === undefined ? paperOnBed.value : now.path.bounds,
    next: job === undefined ? 0 : nextOf(job),
    willResume: job?.state.state === 'interrupted' && machine.value?.coordinates !== 'relative',
    showTravel: showTravel.value,
    fit: fit.value,
  };
});
