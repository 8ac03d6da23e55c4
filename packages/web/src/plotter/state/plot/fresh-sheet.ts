import { computed, effect, signal } from '@preact/signals';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, interruptedJob, jobs } from '../store.ts';

const waiting = ['queued', 'held'];

/** Whether another job uses the sheet on the bed, or will use it. */
export const isSheetTaken = computed(
  () =>
    currentJob.value !== undefined ||
    interruptedJob.value !== undefined ||
    jobs.value?.some(({ state }) => waiting.includes(state.state)) === true,
);

const wasTaken = signal(false);
const chosen = signal<boolean | undefined>(undefined);

/**
 * Remembers, while a drawing is being prepared, that the sheet was used, because a plot that ended in the meantime is
 * on the paper.
 */
export function followSheet(): void {
  effect(() => {
    const isNothingToPlot = placedDrawing.value === undefined && draft.value === undefined;
    if (isNothingToPlot) chosen.value = undefined;
    if (isNothingToPlot || isSheetTaken.value) wasTaken.value = !isNothingToPlot;
  });
}

export const wantsSheet = computed(() => chosen.value ?? wasTaken.value);

export function setWantsSheet(isWanted: boolean): void {
  chosen.value = isWanted;
}
