import type { CardFile } from '@stationery/client';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import {
  followSearch,
  foundAlbums,
  foundFiles,
  foundWords,
  isSearching,
  order,
  search,
} from './found-files.ts';
import { hideFiles, showFiles } from './pending-deletions.ts';
import { files } from './store.ts';

vi.mock('../client.ts', () => ({}));

const count = 5_000;
const fileOf = (id: number) => ({ id, filename: `Track ${id}.mp3`, size: id % 7 }) as CardFile;
const byId = (some: readonly CardFile[]) => new Map(some.map((file) => [file.id, file]));
const all = Array.from({ length: count }, (_, at) => fileOf(at + 1));
const idsOf = (digits: string) => all.filter(({ filename }) => filename.includes(digits)).map(({ id }) => id);

beforeAll(() => {
  vi.useFakeTimers();
  // Each reading of the clock ends a task, so a search takes many tasks.
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
  followSearch();
});
afterAll(() => void vi.useRealTimers());

it('a search finds files in short tasks, and shows the earlier results until it has all', () => {
  files.value = byId(all);
  vi.runAllTimers();
  expect(foundFiles.value.map(({ id }) => id)).toEqual(all.map(({ id }) => id).reverse());

  search.value = 'track 77';
  vi.advanceTimersToNextTimer();
  expect(isSearching.value).toBe(false);
  expect(foundFiles.value).toHaveLength(count);
  vi.runAllTimers();
  expect(foundWords.value).toBe('track 77');
  expect(foundFiles.value.map(({ id }) => id)).toEqual(idsOf('77').reverse());
});

it('a search ends when its words change', () => {
  const shown: string[] = [];
  const stop = foundWords.subscribe((words) => void shown.push(words));
  search.value = 'track 1';
  vi.advanceTimersToNextTimer();
  search.value = 'track 12';
  vi.runAllTimers();
  expect(shown).toEqual(['track 77', 'track 12']);
  stop();
});

it('a search during which files are added is finished, and then finds these files', () => {
  search.value = 'track 123';
  vi.advanceTimersToNextTimer();
  files.value = byId([...all, fileOf(12_300)]);
  const lengths: number[] = [];
  const stop = foundFiles.subscribe((found) => void lengths.push(found.length));
  vi.runAllTimers();
  const before = idsOf('123').length;
  expect(lengths.slice(1)).toEqual([before, before + 1]);
  stop();
});

it('a search hides deleted files and albums at once', () => {
  const album = [1, 2].map((id) => ({ ...fileOf(count + id), filename: `Album/${id}.mp3` }));
  search.value = '';
  files.value = byId([...all, ...album]);
  vi.runAllTimers();
  expect([foundAlbums.value.length, foundFiles.value.length]).toEqual([1, count]);
  hideFiles([all[0]!, album[0]!]);
  expect([foundAlbums.value.length, foundFiles.value.length]).toEqual([1, count - 1]);
  hideFiles(album);
  expect([foundAlbums.value.length, foundFiles.value.length]).toEqual([0, count - 1]);
  vi.runAllTimers();
  showFiles([all[0]!, ...album]);
  vi.runAllTimers();
  expect([foundAlbums.value.length, foundFiles.value.length]).toEqual([1, count]);
});

it('a search sorts a card without folders by size, then by name', () => {
  search.value = '';
  order.value = 'size';
  vi.runAllTimers();
  expect(foundFiles.value[0]!.size).toBe(6);
  order.value = 'name';
  vi.runAllTimers();
  expect(foundFiles.value.slice(0, 3).map(({ id }) => id)).toEqual([1, 2, 3]);
});
