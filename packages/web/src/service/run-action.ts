import { signal } from '@preact/signals';
import { showToast } from '../ui/index.ts';
import { explain } from './explain.ts';

const running = signal<ReadonlySet<string>>(new Set());

export const isBusy = (name: string) => running.value.has(name);

/** Long enough to read what the user can do next. */
export const errorToastMs = 10_000;

export function showError(error: unknown): void {
  showToast({ message: explain(error), tone: 'danger', durationMs: errorToastMs });
}

/** Runs a request unless one with the same name is running. Shows why a request failed. */
export async function runAction<T>(
  name: string,
  request: () => Promise<T>,
  show: (error: unknown) => void = showError,
): Promise<T | undefined> {
  if (running.peek().has(name)) return undefined;
  running.value = new Set(running.peek()).add(name);
  try {
    return await reportFailure(request, show);
  } finally {
    const left = new Set(running.peek());
    left.delete(name);
    running.value = left;
  }
}

/** Like `runAction`, for requests that may overlap. */
export async function reportFailure<T>(
  request: () => Promise<T>,
  show: (error: unknown) => void = showError,
): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    show(error);
    return undefined;
  }
}
