import { afterAll } from 'vitest';
import { lazy } from '../runs.ts';

/** Like `onTestFinished`. */
export type WhenOver = (end: () => Promise<void>) => void;

/** Started when a group's first test needs it. Only for tests that leave it unchanged. */
export function shared<T>(start: (whenOver: WhenOver) => Promise<T>): () => Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return lazy(() => start((end) => ends.unshift(end)));
}
