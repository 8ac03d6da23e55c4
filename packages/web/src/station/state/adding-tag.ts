import { signal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { explain } from '../../service/index.ts';
import { station } from '../client.ts';
import { nameSample } from './tag-details.ts';

export type Adding =
  | { state: 'waiting'; untilMs: number }
  | { state: 'added'; tags: Tag[] }
  | { state: 'none' }
  | { state: 'failed'; why: string };

export const waitSeconds = 30;

const attempt = signal(new AbortController());

export const adding = signal<Adding | undefined>(undefined);

export const inARow = signal(false);
/** Tags that were added since the dialog was opened. */
export const added = signal<readonly Tag[]>([]);

export async function startAdding(): Promise<void> {
  attempt.peek().abort();
  attempt.value = new AbortController();
  const { signal } = attempt.peek();
  adding.value = { state: 'waiting', untilMs: Date.now() + waitSeconds * 1000 };
  try {
    const tags = await waitForTags(signal);
    if (signal.aborted) return;
    added.value = [...added.value, ...tags];
    if (tags.length > 0 && inARow.value) return startAdding();
    adding.value = tags.length > 0 ? { state: 'added', tags } : { state: 'none' };
  } catch (error) {
    if (!signal.aborted) adding.value = { state: 'failed', why: explain(error) };
  }
}

async function waitForTags(signal: AbortSignal): Promise<Tag[]> {
  const tags = await station.waitForTags({ timeoutSeconds: waitSeconds, signal });
  await Promise.all(tags.map(nameSample));
  return tags;
}

export async function addNewTags(signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted) await waitForTags(signal);
  } catch {
    // Without a reader, the user can still choose known tags.
  }
}

export const addTagDialog = {
  get value() {
    return adding.value;
  },
  close: stopAdding,
};

/** Ends the request, so that the station stops waiting. */
export function stopAdding(): void {
  added.value = [];
  inARow.value = false;
  attempt.peek().abort();
  adding.value = undefined;
}
