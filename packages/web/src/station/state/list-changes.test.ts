import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginListReading, changeList } from './list-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shown(list: { value: ReadonlyMap<number, string> | undefined }) {
  const seen: string[] = [];
  effect(() => void seen.push([...(list.value?.values() ?? [])].join(' ')));
  return seen;
}

it('makes the changes of a frame together, the last one of each item', () => {
  const list = signal<ReadonlyMap<number, string> | undefined>(new Map([[1, 'one']]));
  const seen = shown(list);
  for (let id = 1; id <= 2000; id++) changeList(list, id, `new ${id}`);
  for (let id = 3; id <= 2000; id++) changeList(list, id, undefined);
  changeList(list, 3, 'three');
  expect(seen).toEqual(['one']);
  vi.runAllTimers();
  expect(seen).toEqual(['one', 'new 1 new 2 three']);
  changeList(list, 2, undefined);
  vi.runAllTimers();
  expect(seen.at(-1)).toBe('new 1 three');
});

it('replaces a list with the answer and later changes, not earlier ones', () => {
  const list = signal<ReadonlyMap<number, string> | undefined>(undefined);
  changeList(list, 1, 'old');
  const reading = beginListReading();
  changeList(list, 2, 'newer');
  vi.runAllTimers();
  changeList(list, 3, undefined);
  reading.replace(list, [
    [1, 'read'],
    [2, 'read'],
    [3, 'read'],
  ]);
  reading.end();
  expect([...list.value!]).toEqual([
    [1, 'read'],
    [2, 'newer'],
  ]);
  vi.runAllTimers();
  expect(list.value?.size).toBe(2);
  changeList(list, 1, 'last');
  vi.runAllTimers();
  expect(list.value?.get(1)).toBe('last');
});
