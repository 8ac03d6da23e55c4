import { computed, effect } from '@preact/signals';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import { chosenJobId, currentJob, interruptedJob, jobs, lastPlottedJob } from '../store.ts';

/** The job on the bed: the current, chosen, interrupted or last plotted one. */
export const shownJob = computed(() => {
  const unfinished = currentJob.value ?? interruptedJob.value;
  // While a drawing is being placed, only a job that uses the same sheet is shown.
  if (placedDrawing.value !== undefined) return unfinished;
  const chosen = jobs.value?.find(({ id }) => id === chosenJobId.value);
  return currentJob.value ?? chosen ?? interruptedJob.value ?? lastPlottedJob.value;
});

const currentId = computed(() => currentJob.value?.id);

/** A new plot, or the end of a plot, resets the choice. Returns a dispose function. */
export function dropChoiceWithNextJob(): () => void {
  let before = currentId.peek();
  return effect(() => {
    if (currentId.value !== before) chosenJobId.value = undefined;
    before = currentId.value;
  });
}
