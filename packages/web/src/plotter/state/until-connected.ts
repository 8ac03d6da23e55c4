import { effect } from '@preact/signals';
import { showToast, type Toast } from '../../ui/index.ts';
import { isReachable } from './store.ts';

/** What is said while the plotter is not connected is over when it is. */
export function toastUntilConnected(toast: Toast): void {
  if (isReachable.peek()) {
    showToast(toast);
    return;
  }
  const takeBack = showToast({ ...toast, onGone: () => stopWaiting() });
  const stopWaiting = effect(() => {
    if (!isReachable.value) return;
    takeBack();
    stopWaiting();
  });
}
