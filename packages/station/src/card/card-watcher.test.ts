import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { CardWatcher } from './card-watcher.ts';

it('CardWatcher continues to watch the card even if one of its folders cannot be watched', async () => {
  const watcher = new CardWatcher(() => undefined);
  onTestFinished(() => watcher.close());
  watcher.watch(await temporaryFolder());
  watcher.watchFolder('gone');
  expect([watcher.working, watcher.isWatched('gone')]).toEqual([true, false]);
});
