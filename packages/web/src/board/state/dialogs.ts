import { signal } from '@preact/signals';
import type { BoardJob, EnrolledDevice } from '@stationery/client/board';

/** The job that somebody is asked about before something is done that cannot be undone. */
export const question = signal<{ about: 'cancel' | 'drawAgain'; job: BoardJob } | undefined>(undefined);

/** The waiting job that other plotters are chosen for. */
export const changing = signal<BoardJob | undefined>(undefined);

/** The drawings that are about to be queued. */
export const submitting = signal<readonly File[] | undefined>(undefined);

/** Whether the taps of all stations are shown. */
export const tapsOpen = signal(false);

/** Whether a device is being added. */
export const addingDevice = signal(false);

/** Whether the devices with credentials are shown. */
export const enrolledOpen = signal(false);

/** The device that somebody is asked about before its credentials are revoked. */
export const revoking = signal<EnrolledDevice | undefined>(undefined);

/** Whether the collections are shown. */
export const collectionsOpen = signal(false);

export function closeDialogs(): void {
  question.value = undefined;
  changing.value = undefined;
  submitting.value = undefined;
  tapsOpen.value = false;
  addingDevice.value = false;
  enrolledOpen.value = false;
  revoking.value = undefined;
  collectionsOpen.value = false;
}
