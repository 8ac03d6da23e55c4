import { afterAll } from 'vitest';

/** Registers a function to run at the end, like `onTestFinished`. */
export type WhenOver = (end: () => Promise<void>) => void;

/**
 * Starts something once for a group of tests, when the first needs it, and ends it with the group. Only for
 * tests that leave it unchanged.
 */
export function shared<T>(start: (whenOver: WhenOver) => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  const ends: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    started ??= start((end) => ends.unshift(end));
    return started;
  };
}
