import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of items handled before yielding to the event loop. */
const slice = 2_000;

export async function inSlices<T>(items: Iterable<T>, each: (item: T) => unknown): Promise<void> {
  let done = 0;
  for (const item of items) {
    each(item);
    if (++done % slice === 0) await nextTurn();
  }
}
