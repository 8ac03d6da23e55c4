import { describe, expect, it, vi } from 'vitest';
import {
  Backoff,
  backoffMs,
  CleanupStack,
  DeadlineError,
  EventHub,
  memoryPortPair,
  SerialQueue,
  sharedRun,
  silentLogger,
  sleep,
  systemClock,
  withDeadline,
} from './index.ts';
import { ManualClock, settle } from './testing/index.ts';

describe('SerialQueue', () => {
  it('keeps the order and continues after a failure', async () => {
    const queue = new SerialQueue();
    const seen: number[] = [];
    const slow = queue.run(async () => {
      await settle();
      seen.push(1);
    });
    const bad = queue.run(() => {
      seen.push(2);
      throw new Error('no');
    });
    const last = queue.run(() => seen.push(3));
    await expect(bad).rejects.toThrow('no');
    await Promise.all([slow, last]);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('finishes its tasks and refuses new ones when it is closed', async () => {
    const queue = new SerialQueue();
    const seen: number[] = [];
    void queue.run(async () => {
      await settle();
      seen.push(1);
    });
    void queue.run(() => seen.push(2));
    const closed = queue.close();
    await expect(queue.run(() => seen.push(3))).rejects.toMatchObject({ code: 'service-stopping' });
    await closed;
    expect(seen).toEqual([1, 2]);
  });
});

describe('sharedRun', () => {
  it('never returns the result of a run that started before the call', async () => {
    let truth = 0;
    const starts: Array<() => void> = [];
    const read = sharedRun(async () => {
      const seen = truth;
      await new Promise<void>((resolve) => starts.push(resolve));
      return seen;
    });
    const first = read();
    truth = 1;
    const second = read();
    const third = read();
    expect(starts).toHaveLength(1);
    starts[0]?.();
    expect(await first).toBe(0);
    await settle();
    expect(starts).toHaveLength(2);
    starts[1]?.();
    expect(await Promise.all([second, third])).toEqual([1, 1]);
  });

  it('runs again after a failure', async () => {
    let fail = true;
    const read = sharedRun(async () => {
      if (fail) throw new Error('no');
      return 'yes';
    });
    await expect(read()).rejects.toThrow('no');
    fail = false;
    expect(await read()).toBe('yes');
  });
});

describe('EventHub', () => {
  it('numbers events and keeps the newest', () => {
    const hub = new EventHub<string>({ capacity: 3, startAt: 100 });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) hub.publish(name);
    expect(hub.lastId).toBe(108);
    expect(hub.since(106)).toEqual([
      { id: 107, event: 'g' },
      { id: 108, event: 'h' },
    ]);
    expect(hub.since(108)).toEqual([]);
    expect(hub.since(105)).toHaveLength(3);
    expect(hub.since(104)).toBeUndefined();
    expect(hub.since(109)).toBeUndefined();
    expect(hub.since(3)).toBeUndefined();
  });
});

describe('clock', () => {
  it('sleep rejects when aborted and leaves no timer behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleeping = sleep(clock, 1000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
  });

  it('withDeadline rejects when work takes too long', async () => {
    const clock = new ManualClock();
    let given: AbortSignal | undefined;
    const late = withDeadline('the answer', { clock, timeoutMs: 50 }, (signal) => {
      given = signal;
      return new Promise(() => undefined);
    });
    const outcome = expect(late).rejects.toThrow('the answer took longer than 50 ms');
    await clock.advance(49);
    expect(given?.aborted).toBe(false);
    await clock.advance(1);
    await outcome;
    expect(given?.reason).toBeInstanceOf(DeadlineError);
  });

  it('withDeadline rejects when aborted, and does not start work if aborted before', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const deadline = { clock, timeoutMs: 50, signal: stop.signal };
    const work = vi.fn((signal: AbortSignal) => new Promise((_, reject) => (signal.onabort = reject)));
    const outcome = expect(withDeadline('the answer', deadline, work)).rejects.toThrow('enough');
    stop.abort(new Error('enough'));
    await outcome;
    expect(work.mock.calls[0]?.[0].reason).toBe(stop.signal.reason);
    await expect(withDeadline('the answer', deadline, work)).rejects.toThrow('enough');
    expect(work).toHaveBeenCalledTimes(1);
    expect(clock.pending).toBe(0);
  });

  it('withDeadline passes on the outcome of work that ends in time, even a synchronous throw, and clears its timer', async () => {
    const clock = new ManualClock();
    const deadline = { clock, timeoutMs: 50 };
    expect(await withDeadline('it', deadline, async () => 7)).toBe(7);
    const failing = withDeadline('it', deadline, () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(clock.pending).toBe(0);
  });

  it.each([
    ['manually', () => new ManualClock()],
    ['of the system', () => systemClock],
  ])('runs repeated functions at their interval until stopped: %s', async (_, make) => {
    const clock = make();
    let times = 0;
    const threeTimes = new Promise<void>((resolve) => {
      const stop = clock.every(2, () => {
        if (++times < 3) return;
        stop();
        resolve();
      });
    });
    // Keeps the process alive, because the tested interval does not.
    const alive = setInterval(() => undefined, 1000);
    if (clock instanceof ManualClock) await clock.advance(20);
    await threeTimes;
    clearInterval(alive);
    expect(times).toBe(3);
  });

  it('Backoff doubles the wait after each failure up to a maximum and starts over after a success', () => {
    const backoff = new Backoff({ firstMs: 250, maxMs: 1500 });
    expect([1, 2, 3, 4, 5].map(() => backoff.nextMs())).toEqual([250, 500, 1000, 1500, 1500]);
    backoff.reset();
    expect(backoff.nextMs()).toBe(250);
    expect(backoffMs(5000, { firstMs: 1, maxMs: 9 })).toBe(9);
  });
});

describe('CleanupStack', () => {
  it('stops everything in reverse order, even if a step fails', async () => {
    const done: string[] = [];
    const log = { ...silentLogger, error: (what: object) => void done.push(JSON.stringify(what)) };
    const cleanup = new CleanupStack(log);
    cleanup.add(() => done.push('data'));
    cleanup.add(async () => {
      await settle();
      done.push('card');
    });
    cleanup.add(() => Promise.reject(new Error('stuck')));
    cleanup.add(() => done.push('server'));
    const first = cleanup.run();
    await cleanup.run();
    expect(done).toEqual(['server', '{"reason":"stuck"}', 'card', 'data']);
    await first;
    await cleanup.run();
    expect(done).toHaveLength(4);
  });
});

describe('memoryPortPair', () => {
  it('carries bytes and notifies one end when the other closes', async () => {
    const [a, b] = memoryPortPair();
    const got: number[] = [];
    let reason: Error | undefined;
    b.onBytes((bytes) => got.push(...bytes));
    b.onClose((why) => {
      reason = why;
    });
    await a.write(Uint8Array.of(1, 2, 3));
    await settle();
    await a.close();
    expect(got).toEqual([1, 2, 3]);
    expect(reason?.message).toBe('the other end was closed');
    await expect(b.write(Uint8Array.of(1))).rejects.toThrow('closed');
  });
});
