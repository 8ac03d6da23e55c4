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
 * Remembers that the sheet is used while a drawing is prepared: a plot that ended meanwhile is on the paper.
 * Returns a dispose function.
 */
export function followSheet(): () => void {
  return effect(() => {
    const isNothingToPlot = placedDrawing.value === undefined && draft.value === undefined;
    if (isNothingToPlot) chosen.value = undefined;
    if (isNothingToPlot || isSheetTaken.value) wasTaken.value = !isNothingToPlot;
  });
}

/** Whether the next plot waits for a new sheet. */
export const wantsSheet = computed(() => chosen.value ?? wasTaken.value);

export function setWantsSheet(isWanted: boolean): void {
  chosen.value = isWanted;
}
