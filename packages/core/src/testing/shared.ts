import { afterAll } from 'vitest';
import { lazy } from '../runs.ts';

/** Like `onTestFinished`. */
export type WhenOver = (end: () => Promise<void>) => void;

/**
 * Starts something when the first test of a group needs it, and shares it. Only for tests that leave it
 * unchanged.
 */
export function shared<T>(start: (whenOver: WhenOver) => Promise<T>): () => Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return lazy(() => start((end) => ends.unshift(end)));
}
