import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from './connection-state.ts';
import { createListReader, Lists } from './lists.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function shown(list: { value: ReadonlyMap<number, string> | undefined }) {
  const seen: string[] = [];
  effect(() => void seen.push([...(list.value?.values() ?? [])].join(' ')));
  return seen;
}

it('Lists applies the changes of a frame together, and only the last change of each item', () => {
  const lists = new Lists(16);
  const list = signal<ReadonlyMap<number, string> | undefined>(new Map([[1, 'one']]));
  const seen = shown(list);
  for (let id = 1; id <= 2000; id++) lists.change(list, id, `new ${id}`);
  for (let id = 3; id <= 2000; id++) lists.change(list, id, undefined);
  lists.change(list, 3, 'three');
  expect(seen).toEqual(['one']);
  expect(lists.latest(list, 3)).toBe('three');
  vi.runAllTimers();
  expect(seen).toEqual(['one', 'new 1 new 2 three']);
  lists.change(list, 2, undefined);
  vi.runAllTimers();
  expect(seen.at(-1)).toBe('new 1 three');
});

it('Lists applies each change at once if its collecting time is 0', () => {
  const lists = new Lists(0);
  const list = signal<ReadonlyMap<number, string> | undefined>(undefined);
  lists.change(list, 1, 'one');
  expect(list.value).toBeUndefined();
  list.value = new Map();
  lists.change(list, 1, 'one');
  expect(list.value.get(1)).toBe('one');
});

it('Lists keeps changes made during a request and discards earlier ones', async () => {
  const lists = new Lists(16);
  const list = signal<ReadonlyMap<number, string> | undefined>(undefined);
  lists.change(list, 1, 'old');
  await lists.read(async (replace) => {
    lists.change(list, 2, 'newer');
    vi.runAllTimers();
    lists.change(list, 3, undefined);
    replace(list, [
      [1, 'read'],
      [2, 'read'],
      [3, 'read'],
    ]);
  });
  expect([...list.value!]).toEqual([
    [1, 'read'],
    [2, 'newer'],
  ]);
  vi.runAllTimers();
  expect(list.value?.size).toBe(2);
  lists.change(list, 1, 'last');
  vi.runAllTimers();
  expect(list.value?.get(1)).toBe('last');
});

describe('createListReader', () => {
  const state = connection.peek();
  beforeEach(() => {
    connection.value = { state: 'live' };
  });
  afterEach(() => {
    connection.value = state;
  });

  it('reads once more if it was called during a read', async () => {
    const read = vi.fn(async () => {});
    const start = createListReader({ read });
    start();
    start();
    start();
    expect(read).toHaveBeenCalledTimes(1);
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('repeats a failed read while connected, and reports only the first of several failures', async () => {
    const read = vi.fn(async () => {});
    read.mockRejectedValueOnce(new Error('one')).mockRejectedValueOnce(new Error('two'));
    const onFailure = vi.fn();
    createListReader({ read, onFailure })();
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(3);
    expect(onFailure).toHaveBeenCalledTimes(1);
    read.mockRejectedValueOnce(new Error('three'));
    connection.value = { state: 'reconnecting' };
    createListReader({ read })();
    await vi.runAllTimersAsync();
    expect(read).toHaveBeenCalledTimes(4);
  });
});
