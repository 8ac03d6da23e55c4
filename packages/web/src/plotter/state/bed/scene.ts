import { computed, signal } from '@preact/signals';
import type { Job, MachineProfile } from '@stationery/client';
import type { Box } from '@stationery/drawing';
import { loadText, saveText } from '../../../ui/storage.ts';
import { paperOnBed, plottedPaper } from '../drawing/current-session.ts';
import type { PaperOutline } from '../drawing/extent.ts';
import type { Path } from '../path/path.ts';
import { jobKey, machine, reach } from '../store.ts';
import { shown } from './shown.ts';
import { shownJob } from './shown-job.ts';
import { around, type Fit, fitView, type SizePx, type View, visibleArea, type Zoom } from './view.ts';

/** A pen that is used from the command `before` on. */
export interface JobPen {
  before: number;
  colour: string;
}

export interface Scene {
  profile: MachineProfile | undefined;
  path: Path | undefined;
  /** Shown in addition to the sheet, in steps. */
  around: Box | undefined;
  /** The first command that is not done. */
  next: number;
  /** Empty for a single pen, or if the pens are unknown. */
  pens: readonly JobPen[];
  /** Where an interrupted job will resume. */
  resume: NonNullable<Job['resumePoint']> | undefined;
  showTravel: boolean;
  fit: Fit;
  /** In steps. */
  paper: PaperOutline | undefined;
  isPlacing: boolean;
  /** In steps; null if unlimited or unknown. */
  reach: Box | null;
}

const travelKey = 'stationery.plotter.travel';

export const showTravel = signal(loadText(travelKey) === 'yes');
export const fit = signal<Fit>('sheet');
/** Undefined while the whole bed fits into the picture. */
export const zoom = signal<Zoom | undefined>(undefined);
/** Zero before the picture exists. */
export const bedSize = signal<SizePx>({ widthPx: 0, heightPx: 0 });

export function setShowTravel(value: boolean): void {
  showTravel.value = value;
  saveText(travelKey, value ? 'yes' : 'no');
}

export function setFit(value: Fit): void {
  fit.value = value;
  zoom.value = undefined;
}

const noPens: readonly JobPen[] = [];

const jobOnBed = computed(() => {
  const now = shown.value;
  return now?.of === 'job' && shownJob.value?.id === now.id ? shownJob.value : undefined;
});

const keyOnBed = computed(() => jobOnBed.value && jobKey(jobOnBed.value));

/** Stays the same object, because a new list would cause a full repaint. */
const pensOnBed = computed(() => {
  void keyOnBed.value;
  return jobOnBed.peek()?.pens.map(({ from, colour }): JobPen => ({ before: from, colour })) ?? noPens;
});

const paperOfJob = computed(() =>
  plottedPaper.value?.job === keyOnBed.value ? plottedPaper.value?.bounds : undefined,
);

function nextOf({ state, total }: Job): number {
  if ('next' in state) return state.next;
  return state.state === 'done' ? total : 0;
}

/** A new object each time the path grows, although the path itself stays the same object. */
export const scene = computed<Scene>(() => {
  const now = shown.value;
  const job = jobOnBed.value;
  return {
    profile: machine.value,
    path: now?.path,
    around: around(now?.path.bounds, paperOnBed.value),
    next: job === undefined ? 0 : nextOf(job),
    pens: pensOnBed.value,
    resume: (job?.state.state === 'interrupted' && job.resumePoint) || undefined,
    showTravel: showTravel.value,
    fit: fit.value,
    paper: paperOnBed.value ?? paperOfJob.value,
    isPlacing: paperOnBed.value !== undefined,
    reach: reach.value,
  };
});

export const bedArea = computed(() => {
  const { profile, around: drawing, fit } = scene.value;
  return visibleArea({ profile, drawing, fit });
});

export const bedView = computed<View | undefined>(() => {
  const { profile, around: drawing, fit, isPlacing } = scene.value;
  if (bedSize.value.widthPx === 0) return undefined;
  // Leaves a margin for fingers, because their grips are beside the drawing.
  const minMarginPx = isPlacing && matchMedia('(pointer: coarse)').matches ? 36 : undefined;
  return fitView({ ...bedSize.value, profile, drawing, fit, zoom: zoom.value, minMarginPx });
});
