import { signal } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';

/** The job that somebody is asked about before something is done that cannot be undone. */
export const question = signal<{ about: 'cancel' | 'drawAgain'; job: BoardJob } | undefined>(undefined);

/** The waiting job that other plotters are chosen for. */
export const changing = signal<BoardJob | undefined>(undefined);

/** The drawings that are about to be queued. */
export const submitting = signal<readonly File[] | undefined>(undefined);

/** Whether the taps of all stations are shown. */
export const tapsOpen = signal(false);

export function closeDialogs(): void {
  question.value = undefined;
  changing.value = undefined;
  submitting.value = undefined;
  tapsOpen.value = false;
}
