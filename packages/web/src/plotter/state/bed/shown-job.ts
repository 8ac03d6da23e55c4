import { computed, effect } from '@preact/signals';
import { placedDrawing } from '../drawing/placed-drawing.ts';
import { chosenJobId, currentJob, interruptedJob, jobs, lastPlottedJob } from '../store.ts';

export const shownJob = computed(() => {
  const unfinished = currentJob.value ?? interruptedJob.value;
  // While a drawing is being placed, shows only a job that uses the same sheet.
  if (placedDrawing.value !== undefined) return unfinished;
  const chosen = jobs.value?.find(({ id }) => id === chosenJobId.value);
  return currentJob.value ?? chosen ?? interruptedJob.value ?? lastPlottedJob.value;
});

const currentId = computed(() => currentJob.value?.id);

/** Resets the chosen job when a plot starts or ends. Returns a dispose function. */
export function dropChoiceWithNextJob(): () => void {
  let before = currentId.peek();
  return effect(() => {
    if (currentId.value !== before) chosenJobId.value = undefined;
    before = currentId.value;
  });
}
