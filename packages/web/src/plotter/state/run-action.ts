import { effect, signal } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import { explain } from '../../service/index.ts';
import { showToast, type Toast } from '../../ui/index.ts';
import { openSetupDialog } from './dialogs.ts';
import { isReachable } from './store.ts';

const running = signal<ReadonlySet<string>>(new Set());

/** Whether the action with this name is running. */
export const isBusy = (name: string) => running.value.has(name);

/**
 * Runs a request to the service, not twice at once under the same name. A failure is shown as a toast, `prefix` first;
 * the result is undefined then.
 */
export async function runAction<T>(
  name: string,
  request: () => Promise<T>,
  prefix = '',
): Promise<T | undefined> {
  if (running.peek().has(name)) return undefined;
  running.value = new Set(running.peek()).add(name);
  try {
    return await reportFailure(request, prefix);
  } finally {
    const left = new Set(running.peek());
    left.delete(name);
    running.value = left;
  }
}

/** The same for a request that may run several times at once. */
export async function reportFailure<T>(request: () => Promise<T>, prefix = ''): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'machine-unidentified') {
      openSetupDialog();
      return undefined;
    }
    showToastUntilConnected({
      message: `${prefix}${explain(error)}`,
      tone: 'danger',
      durationMs: 10_000,
    });
    return undefined;
  }
}

/** What is said because the plotter is not connected is outdated as soon as it is. */
function showToastUntilConnected(toast: Toast): void {
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
