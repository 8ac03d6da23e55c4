import { afterAll } from 'vitest';

/** Takes what ends something; `onTestFinished` is one. */
export type WhenOver = (end: () => Promise<void>) => void;

/**
 * Starts something once for all tests of a group, when the first of them needs it, and ends it with the group. For tests
 * that leave it as it was: most of their processor time would be starting one each.
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
