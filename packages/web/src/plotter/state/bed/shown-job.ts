import { computed, effect } from '@preact/signals';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import { chosenJobId, currentJob, interruptedJob, jobs, lastPlottedJob } from '../store.ts';

/** The job on the bed: the current one, the chosen one, an interrupted one, or the one that was plotted last. */
export const shownJob = computed(() => {
  const unfinished = currentJob.value ?? interruptedJob.value;
  // While a drawing is being placed, only a job that uses the same sheet is shown.
  if (placedDrawing.value !== undefined) return unfinished;
  const chosen = jobs.value?.find(({ id }) => id === chosenJobId.value);
  return currentJob.value ?? chosen ?? interruptedJob.value ?? lastPlottedJob.value;
});

const currentId = computed(() => currentJob.value?.id);

/** Another sheet is plotted, or the plot has ended: the bed shows that, whatever was chosen before. Gives the way to end this. */
export function dropChoiceWithNextJob(): () => void {
  let before = currentId.peek();
  return effect(() => {
    if (currentId.value !== before) chosenJobId.value = undefined;
    before = currentId.value;
  });
}
