import { ManualClock } from '@stationery/core/testing';
import { defaultMachine } from '@stationery/drawing';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { PlanTask } from './plan-messages.ts';
import { PlanThreads } from './plan-threads.ts';

const line =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm"><path d="M99 99h70" stroke="red"/></svg>';
/** A small file with four hundred thousand lines. */
const muchOfLittle = `<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm"><path id="p" d="${'M9 9h9'.repeat(1000)}" stroke="red"/>${'<use href="#p"/>'.repeat(399)}</svg>`;
const quiet = () => undefined;

let clock: ManualClock;
let threads: PlanThreads;

beforeEach(() => {
  clock = new ManualClock();
  threads = new PlanThreads(256, clock);
  onTestFinished(() => threads.close());
});

function task(svg = line): PlanTask {
  return {
    files: [new TextEncoder().encode(svg)],
    isText: true,
    machine: defaultMachine,
    options: {},
    thinkMs: 0,
    include: [],
    job: undefined,
  };
}

it('a thread is reused without state of the previous drawing', async () => {
  const thread = threads.take();
  await thread.plan(task(), quiet);
  await threads.release(thread);
  expect(threads.take()).toBe(thread);
  for await (const piece of thread.document('answer')) expect.unreachable(String(piece));
  await thread.plan(task(), quiet);
  await threads.release(thread);
});

it('a document can no longer be read once its thread is released, and the next drawing is not affected', async () => {
  const thread = threads.take();
  await thread.plan(task(), quiet);
  const [begun, notBegun] = [thread.document('answer'), thread.document('job')];
  expect((await begun.next()).done).toBe(false);
  await threads.release(thread);
  const plan = threads.take().plan(task(), quiet);
  await expect(begun.next()).rejects.toThrow('The service is stopping');
  await expect(notBegun.next()).rejects.toThrow('The service is stopping');
  await plan;
});

it('one idle thread is kept for a minute', async () => {
  const [one, other] = [threads.take(), threads.take()];
  expect(one).not.toBe(other);
  await threads.release(one);
  await threads.release(other);
  expect([one.hasEnded, other.hasEnded]).toEqual([false, true]);
  await clock.advance(59_999);
  expect(one.hasEnded).toBe(false);
  await clock.advance(1);
  await expect.poll(() => one.hasEnded).toBe(true);
  expect(clock.pending).toBe(0);
});

it('a thread ends after a large drawing, or when its client disconnects', async () => {
  const large = threads.take();
  await large.plan(task(muchOfLittle), quiet);
  await threads.release(large);
  expect(large.hasEnded).toBe(true);
  const busy = threads.take();
  const plan = busy.plan(task(), quiet);
  const refusal = expect(plan).rejects.toThrow('The service is stopping');
  await threads.release(busy);
  await refusal;
});
