import { signal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { explain } from '../service/index.ts';
import { station } from './client.ts';

export type Learning =
  | { state: 'waiting'; untilMs: number }
  | { state: 'learnt'; tags: Tag[] }
  | { state: 'none' }
  | { state: 'failed'; why: string };

export const waitSeconds = 30;

/** Undefined while nobody wants to learn a tag. */
export const learning = signal<Learning | undefined>(undefined);

let control = new AbortController();

export async function startLearning(): Promise<void> {
  control.abort();
  control = new AbortController();
  const { signal } = control;
  learning.value = { state: 'waiting', untilMs: Date.now() + waitSeconds * 1000 };
  try {
    const tags = await station.waitForTags({ timeoutSeconds: waitSeconds, signal });
    if (!signal.aborted) learning.value = tags.length > 0 ? { state: 'learnt', tags } : { state: 'none' };
  } catch (error) {
    if (!signal.aborted) learning.value = { state: 'failed', why: explain(error) };
  }
}

/** Hangs up: the station then waits no longer. */
export function stopLearning(): void {
  control.abort();
  learning.value = undefined;
}
