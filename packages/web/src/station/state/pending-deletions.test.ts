import type { CardFile } from '@stationery/client';
import { expect, it } from 'vitest';
import { hideFiles, pendingDeletions, showFiles } from './pending-deletions.ts';

it('hideFiles and showFiles report a thousand files in one change', () => {
  const files = Array.from({ length: 1_000 }, (_, at) => ({ id: at + 1, filename: `${at}.mp3` }) as CardFile);
  const sizes: number[] = [];
  const stop = pendingDeletions.subscribe(({ size }) => void sizes.push(size));
  hideFiles(files);
  showFiles(files.slice(1));
  showFiles(files);
  expect(sizes).toEqual([0, 1_000, 1, 0]);
  stop();
});
