import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { filterInSteps, runInShortTasks, sortInSteps } from './short-tasks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each step takes 3 ms. */
function* threeMsEach<T>(steps: Generator<void, T>, done: (result: T) => void): Generator<void> {
  for (;;) {
    const { value, done: isDone } = steps.next();
    vi.setSystemTime(Date.now() + 3);
    if (isDone) return done(value);
    yield;
  }
}

const numbers = Array.from({ length: 1_999 }, (_, at) => ({ at, rank: (at * 7_919) % 101 }));

it('runInShortTasks finishes short work at once', () => {
  let result: string[] | undefined;
  runInShortTasks(
    (function* () {
      result = yield* sortInSteps(['b', 'c', 'a'], (one, other) => (one < other ? -1 : 1));
    })(),
  );
  expect(result).toEqual(['a', 'b', 'c']);
});

it.each([0, 1, 199, 200, 201, 400, 1_999])('sortInSteps sorts %d items like the built-in sort', (count) => {
  const items = numbers.slice(0, count);
  const compare = (one: { rank: number }, other: { rank: number }) => one.rank - other.rank;
  let result: typeof items | undefined;
  const steps = (function* () {
    result = yield* sortInSteps(items, compare);
  })();
  while (!steps.next().done);
  expect(result).toEqual(items.toSorted(compare));
});

it('runInShortTasks interrupts long work, and can be ended', () => {
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  const ended = vi.fn();
  let found: typeof numbers | undefined;
  const steps = () =>
    threeMsEach(
      filterInSteps(numbers, ({ rank }) => rank === 5),
      (result) => (found = result),
    );
  runInShortTasks(steps(), ended);
  expect(found).toBeUndefined();
  vi.advanceTimersToNextTimer();
  expect(found).toBeUndefined();
  vi.runAllTimers();
  expect(found).toEqual(numbers.filter(({ rank }) => rank === 5));
  expect(ended).toHaveBeenCalledOnce();

  found = undefined;
  runInShortTasks(steps())();
  vi.runAllTimers();
  expect(found).toBeUndefined();
});
