import { computed, effect, signal } from '@preact/signals';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, interruptedJob, jobs } from '../store.ts';

const waiting = ['queued', 'held'];

/** The sheet on the bed is used by another job, or will be. */
export const isSheetTaken = computed(
  () =>
    currentJob.value !== undefined ||
    interruptedJob.value !== undefined ||
    jobs.value?.some(({ state }) => waiting.includes(state.state)) === true,
);

const wasTaken = signal(false);
/** Undefined until the user has chosen. */
const chosen = signal<boolean | undefined>(undefined);

/**
 * Remembers that the sheet was taken while something is prepared: a plot that has ended meanwhile is still on the
 * paper. Gives the way to end this.
 */
export function followSheet(): () => void {
  return effect(() => {
    const isNothingToPlot = placedDrawing.value === undefined && draft.value === undefined;
    if (isNothingToPlot) chosen.value = undefined;
    if (isNothingToPlot || isSheetTaken.value) wasTaken.value = !isNothingToPlot;
  });
}

/** Whether what is plotted next waits for a fresh sheet. */
export const wantsSheet = computed(() => chosen.value ?? wasTaken.value);

export function setWantsSheet(isWanted: boolean): void {
  chosen.value = isWanted;
}
