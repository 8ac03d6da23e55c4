import { expect, it } from 'vitest';
import { LatestValue } from './latest-value.ts';

function followed() {
  const sent: number[] = [];
  const open: { answer: (isMoved: boolean) => void; elapse: () => void }[] = [];
  const live = new LatestValue<number>(
    (height) => {
      sent.push(height);
      return new Promise((answer) => open.push({ answer, elapse: () => undefined }));
    },
    () => new Promise((elapse) => Object.assign(open.at(-1)!, { elapse })),
  );
  /** Answers the value that is in flight and lets its interval elapse. */
  const pass = async (isMoved = true) => {
    const { answer, elapse } = open.at(-1)!;
    answer(isMoved);
    await Promise.resolve();
    elapse();
    await new Promise(setImmediate);
  };
  return { live, sent, open, pass };
}

it('LatestValue passes on one value at a time, and afterwards only the latest', async () => {
  const { live, sent, pass } = followed();
  for (const height of [1, 2, 3, 4]) live.set(height);
  expect(sent).toEqual([1]);
  await pass();
  expect(sent).toEqual([1, 4]);
  expect(live.isPassing.value).toBe(true);
  await pass();
  expect(live.isPassing.value).toBe(false);
  live.set(5);
  expect(sent).toEqual([1, 4, 5]);
});

it('LatestValue waits for the interval even if the machine replies at once', async () => {
  const { live, sent, open } = followed();
  live.set(1);
  live.set(2);
  open[0]?.answer(true);
  await new Promise(setImmediate);
  expect(sent).toEqual([1]);
  open[0]?.elapse();
  await new Promise(setImmediate);
  expect(sent).toEqual([1, 2]);
});

it('LatestValue drops the waiting value after a refusal and at the end', async () => {
  const { live, sent, pass } = followed();
  live.set(1);
  live.set(2);
  await pass(false);
  expect(sent).toEqual([1]);
  live.set(3);
  live.set(4);
  const ended = live.end();
  await pass();
  await ended;
  expect(sent).toEqual([1, 3]);
});
