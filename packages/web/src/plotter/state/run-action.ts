import { effect } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import { errorToastMs, reportFailure, runAction as run } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';
import { explainError } from './describe-reason.ts';
import { setupDialog } from './dialogs.ts';
import { isReachable } from './store.ts';

export const runAction = <T>(name: string, request: () => Promise<T>) => run(name, request, showFailure);

export const report = <T>(request: () => Promise<T>, prefix = '') =>
  reportFailure(request, (error) => showFailure(error, prefix));

/**
 * Shows a failure as a toast. Opens the setup instead if the plotter is unidentified. Removes the toast when
 * a disconnected plotter is back.
 */
function showFailure(error: unknown, prefix = ''): void {
  if (error instanceof ServiceError && error.code === 'machine-unidentified') {
    setupDialog.open();
    return;
  }
  const toast = {
    message: `${prefix}${explainError(error)}`,
    tone: 'danger',
    durationMs: errorToastMs,
  } as const;
  if (isReachable.peek()) {
    showToast(toast);
    return;
  }
  const hideToast = showToast({ ...toast, onGone: () => stopWaiting() });
  const stopWaiting = effect(() => {
    if (!isReachable.value) return;
    hideToast();
    stopWaiting();
  });
}
