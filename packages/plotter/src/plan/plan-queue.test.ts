import { AppError } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { defaultMachine, type PlanStage } from '@stationery/drawing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PlanTask } from './plan-messages.ts';
import { PlanQueue, type QueueEntry } from './plan-queue.ts';

interface Held {
  drawing: string;
  finish: () => void;
}

let clock: ManualClock;
let queue: PlanQueue;
/** Running plans in start order. Each ends when the test ends it. */
let planned: Held[];

beforeEach(() => {
  clock = new ManualClock();
  planned = [];
  const threads = {
    take: () => new HeldThread(),
    async release(thread: HeldThread) {
      thread.end();
    },
    async close() {},
  };
  queue = new PlanQueue({ clock, maxEntries: 8, threads: threads as never });
});

class HeldThread {
  #held: Held | undefined;

  plan({ files }: PlanTask, onStage: (stage: PlanStage) => void): Promise<void> {
    onStage({ state: 'reading' });
    return new Promise((resolve) => {
      const drawing = new TextDecoder().decode(files[0]);
      this.#held = { drawing, finish: resolve };
      planned.push(this.#held);
    });
  }

  end(): void {
    planned = planned.filter((held) => held !== this.#held);
  }
}

const names = () => planned.map(({ drawing }) => drawing);
const settle = () => clock.advance(0);
const later = (ms: number) => clock.advance(ms);

/** Adds a drawing, by default named after its client. */
async function add(
  client: string,
  drawing = client,
  bytes = 0,
): Promise<{ entry: QueueEntry; result: Promise<string> }> {
  const entry = queue.enter(new AbortController().signal, client);
  entry.received(bytes);
  const task: PlanTask = {
    files: [new TextEncoder().encode(drawing)],
    isText: true,
    machine: defaultMachine,
    options: {},
    thinkMs: 0,
    include: [],
    job: undefined,
  };
  const result = entry.plan(task).then(
    () => 'planned',
    (error: { code: string }) => error.code,
  );
  await settle();
  return { entry, result };
}

/** Ends a plan and reads its answer. */
async function finish(drawing: string, { entry }: { entry: QueueEntry }): Promise<void> {
  planned.find((held) => held.drawing === drawing)?.finish();
  await settle();
  await entry.leave();
  await settle();
}

describe('a long plan', () => {
  it('of one client leaves room for short plans', async () => {
    await add('long');
    const short = await add('short');
    await add('next');
    expect(names()).toEqual(['long', 'short']);
    await later(2_999);
    await finish('short', short);
    expect(names()).toEqual(['long', 'next']);
  });

  it('makes way for a short plan, and starts over when the other long plan is done', async () => {
    const first = await add('a', 'first');
    const second = await add('b', 'second');
    await later(60_000);
    expect(names()).toEqual(['first', 'second']);
    const short = await add('c', 'short');
    expect(names()).toEqual(['first', 'short']);
    await finish('short', short);
    const more = await add('c', 'more');
    expect(names()).toEqual(['first', 'more']);
    await finish('first', first);
    expect(names()).toEqual(['more', 'second']);
    await finish('second', second);
    expect(await second.result).toBe('planned');
    await finish('more', more);
    expect(clock.pending).toBe(0);
  });

  it('is postponed as soon as it counts as long, but not earlier', async () => {
    await add('a', 'first');
    await add('b', 'second');
    await add('c', 'short');
    await later(2_999);
    expect(names()).toEqual(['first', 'second']);
    await later(1);
    expect(names()).toHaveLength(2);
    expect(names()).toContain('short');
  });

  it('keeps its place while no other drawing waits', async () => {
    await add('a', 'first');
    await add('b', 'second');
    await later(600_000);
    expect(names()).toEqual(['first', 'second']);
  });

  it('is cancelled after five minutes if another long plan waits', async () => {
    const first = await add('a', 'first');
    await add('b', 'second');
    await later(3_000);
    const short = await add('c', 'short');
    await finish('short', short);
    expect(names()).toEqual(['first']);
    await later(296_999);
    expect(names()).toEqual(['first']);
    await later(1);
    expect(await first.result).toBe('drawing-too-large');
    expect(names()).toEqual(['second']);
  });
});

describe('clients of the plan queue', () => {
  it('are served first if they have used less time', async () => {
    const greedy = [await add('greedy', 'g1'), await add('greedy', 'g2')];
    await add('greedy', 'g3');
    await add('greedy', 'g4');
    await later(2_000);
    await add('honest');
    await finish('g1', greedy[0]!);
    expect(names()).toEqual(['g2', 'honest']);
  });

  it('with many long drawings each delay a short plan of a different client by one turn, later ones by one in all', async () => {
    for (const client of ['a', 'b', 'c']) for (const at of [1, 2]) await add(client, `${client}${at}`);
    const honest = await add('honest');
    await later(9_000);
    expect(names()).toContain('honest');
    await later(500);
    await finish('honest', honest);
    expect(await honest.result).toBe('planned');
    for (let round = 0; round < 5; round++) {
      const next = await add('honest', 'next');
      await later(3_000);
      expect(names()).toContain('next');
      await later(100);
      await finish('next', next);
      expect(await next.result).toBe('planned');
    }
  });

  it('may each have a limited number of drawings', async () => {
    for (let count = 0; count < 5; count++) await add('greedy');
    await expect(add('greedy')).rejects.toMatchObject({ code: 'too-many-drawings' });
    await add('honest');
  });

  it('lose their newest waiting drawing to a new client if they have more drawings than others', async () => {
    const greedy: Awaited<ReturnType<typeof add>>[] = [];
    for (let count = 0; count < 5; count++) greedy.push(await add('greedy', `g${count}`));
    for (let count = 0; count < 3; count++) await add('other', `o${count}`);
    const honest = await add('honest');
    expect(await greedy[4]!.result).toBe('too-many-drawings');
    await expect(greedy[4]!.entry.refused).rejects.toMatchObject({ code: 'too-many-drawings' });
    const same = Array.from({ length: 2 }, () => add('honest'));
    expect((await Promise.allSettled(same)).map(({ status }) => status)).toContain('fulfilled');
    await honest.entry.leave();
  });

  it('keep their drawing if each has only one', async () => {
    for (let client = 0; client < 8; client++) await add(`client ${client}`);
    await expect(add('another')).rejects.toMatchObject({ code: 'too-many-drawings' });
    expect(names()).toHaveLength(2);
  });
});

it('the queue drops a postponed long plan if a new client would otherwise have no place', async () => {
  const clients: Awaited<ReturnType<typeof add>>[] = [];
  for (let client = 0; client < 8; client++) clients.push(await add(`client ${client}`));
  await later(3_000);
  const honest = await add('honest');
  expect(await clients[1]!.result).toBe('too-many-drawings');
  await later(21_000);
  expect(names()).toContain('honest');
  await finish('honest', honest);
});

it('the queue orders clients with about the same used time by the size of their drawing', async () => {
  await add('a');
  const b = await add('b');
  await add('large', 'large', 5_000_000);
  await add('small', 'small', 500);
  await later(2_000);
  await finish('b', b);
  expect(names()).toEqual(['a', 'small']);
});

it('the queue drops the largest waiting drawing if too many bytes are in memory', async () => {
  const MiB = 1024 * 1024;
  await add('a', 'planned', 64 * MiB);
  await add('a', 'too', 64 * MiB);
  const largest = await add('b', 'largest', 64 * MiB);
  for (const client of ['c', 'd', 'e']) await add(client, client, 60 * MiB);
  expect(await largest.result).toBe('too-many-drawings');
  await largest.entry.left;
  await add('f', 'f', MiB);
});

it('the queue uses no memory for a rejected drawing that is still being sent', async () => {
  const MiB = 1024 * 1024;
  for (const client of ['a', 'b', 'c', 'd', 'e']) {
    const sent = queue.enter(new AbortController().signal, client);
    sent.received(MiB);
    await sent.leave(new AppError('too-many-drawings', 'Try again in a moment.'));
    expect(() => sent.received(64 * MiB)).toThrow(expect.objectContaining({ code: 'too-many-drawings' }));
  }
  await add('f', 'planned', MiB);
  await add('g', 'too', MiB);
  const waiting = await add('h', 'waiting', MiB);
  expect(waiting.entry.hasLeft).toBe(false);
});

it('the queue stops receiving the drawing of a client that disconnects', async () => {
  const gone = new AbortController();
  const entry = queue.enter(gone.signal, 'a');
  gone.abort();
  expect(() => entry.received(1)).toThrow(expect.objectContaining({ code: 'service-stopping' }));
});

describe('an answer that its client does not read', () => {
  it('is cut off after ten seconds if another drawing waits', async () => {
    const [one, other] = [await add('a', 'one'), await add('b', 'other')];
    for (const held of [...planned]) held.finish();
    await later(9_999);
    await add('c', 'waiting');
    expect(names()).not.toContain('waiting');
    await later(1);
    expect(names()).toContain('waiting');
    expect([one.entry.hasLeft, other.entry.hasLeft]).toContain(true);
  });

  it('is kept while no other drawing waits', async () => {
    const one = await add('a', 'one');
    planned[0]!.finish();
    await later(600_000);
    expect(one.entry.hasLeft).toBe(false);
  });
});

it('a postponed drawing keeps its bytes and is planned again', async () => {
  const first = await add('a', 'first');
  await add('a', 'again');
  await later(3_000);
  const short = await add('b', 'short');
  await finish('short', short);
  await finish('first', first);
  expect(names()).toEqual(['again']);
});

it('the queue ends waiting and running plans when it is closed', async () => {
  const entries = [await add('a'), await add('b'), await add('c')];
  await queue.close();
  expect(await Promise.all(entries.map(({ result }) => Promise.race([result, 'planning'])))).toEqual([
    'planning',
    'planning',
    'service-stopping',
  ]);
  expect(clock.pending).toBe(0);
});
