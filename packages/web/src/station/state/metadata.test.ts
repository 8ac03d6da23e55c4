import type { CardFile } from '@stationery/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { followFileNames, idOfName } from './metadata.ts';
import { files } from './store.ts';

vi.mock('../client.ts', () => ({}));

it('followFileNames reads the names of many files while more arrive', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // Each reading of the clock ends a task, so reading the names takes many tasks.
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
  followFileNames();
  const add = (count: number) => {
    const all = new Map(files.peek());
    for (let left = count; left > 0; left--) {
      const id = all.size + 1;
      all.set(id, { id, filename: `Track ${id}.mp3` } as CardFile);
    }
    files.value = all;
  };
  add(2_000);
  for (let task = 0; task < 60; task++) {
    vi.advanceTimersToNextTimer();
    add(1);
  }
  expect(idOfName('Track 2000.mp3')).toBe(2_000);
  vi.runAllTimers();
  expect(idOfName('Track 2060.mp3')).toBe(2_060);
});
