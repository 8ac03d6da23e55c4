import { computed, effect, signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import type { FirstRequest } from '../jobs/announcement.ts';
import { draft } from '../script/script-draft.ts';
import { currentJob, interruptedJob, jobs } from '../store.ts';

interface Pause {
  before: number;
  reason: string;
}

const texts = plotterTexts.sheet;
const waiting = ['queued', 'held'];

/** The sheet on the bed is used by another job, or will be. */
export const isSheetTaken = computed(
  () =>
    currentJob.value !== undefined ||
    interruptedJob.value !== undefined ||
    jobs.value?.some(({ state }) => waiting.includes(state.state)) === true,
);

const wasTaken = signal(false);
/** Undefined until somebody has chosen. */
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

/** Before this command, a job does no more than lift the pen. */
const firstMove = 1;

/** Adds a pause for a fresh sheet where that is wanted. A job that starts by asking for a pen asks for both at once. */
export function withSheetPause(pauses: readonly Pause[]): Pause[] {
  if (!wantsSheet.peek()) return [...pauses];
  const [first, ...others] = pauses;
  if (first === undefined || first.before > firstMove)
    return [{ before: 0, reason: texts.reason }, ...pauses];
  return [{ ...first, reason: texts.reasonWithPen(first.reason) }, ...others];
}

/** What a job with these pauses asks for first. */
export function firstRequest([first]: readonly Pause[]): FirstRequest | undefined {
  return first && { for: wantsSheet.peek() ? 'sheet' : 'pen', before: first.before };
}
