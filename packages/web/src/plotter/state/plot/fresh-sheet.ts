import { computed, effect, signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { placed } from '../drawing/placed-drawing.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, interruptedJob, jobs } from '../store.ts';

interface Pause {
  before: number;
  reason: string;
}

const texts = plotterTexts.sheet;
const waiting = ['queued', 'held'];

/** The sheet on the bed is that of another drawing, or will be. */
export const isSheetTaken = computed(
  () =>
    currentJob.value !== undefined ||
    interruptedJob.value !== undefined ||
    jobs.value?.some(({ state }) => waiting.includes(state.state)) === true,
);

const wasTaken = signal(false);
/** Undefined until somebody has chosen. */
const chosen = signal<boolean | undefined>(undefined);

/** A drawing that has ended while the next one was being placed still lies there. */
effect(() => {
  const isNothingToPlot = placed.value === undefined && draft.value === undefined;
  if (isNothingToPlot) chosen.value = undefined;
  if (isNothingToPlot || isSheetTaken.value) wasTaken.value = !isNothingToPlot;
});

/** Whether what is plotted next waits for a fresh sheet. */
export const wantsSheet = computed(() => chosen.value ?? wasTaken.value);

export function chooseSheet(isWanted: boolean): void {
  chosen.value = isWanted;
}

/** The pauses of a job that asks for the sheet if that is wanted. Where it asks for its first pen, it asks for both at once. */
export function withSheet(pauses: readonly Pause[]): Pause[] {
  if (!wantsSheet.peek()) return [...pauses];
  const [first, ...others] = pauses;
  if (first === undefined || first.before > beginning)
    return [{ before: 0, reason: texts.reason }, ...pauses];
  return [{ ...first, reason: texts.reasonWithPen(first.reason) }, ...others];
}

/** Before this, a job does no more than lift the pen. */
const beginning = 1;
