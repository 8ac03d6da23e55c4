import { describe, expect, it } from 'vitest';
import { EventHub, memoryPortPair, OneAtATime, sharedRun, sleep, withDeadline } from './index.ts';
import { ManualClock, settle } from './testing/index.ts';

describe('OneAtATime', () => {
  it('keeps the order and continues after a failure', async () => {
    const queue = new OneAtATime();
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
});

describe('sharedRun', () => {
  it('never gives a result that was begun before it was asked for', async () => {
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
  it('numbers events and remembers the newest', () => {
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
  it('sleeps, stops sleeping when aborted, and leaves no alarm behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleeping = sleep(clock, 1000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    expect(clock.pending).toBe(0);
  });

  it('gives up on work that takes too long', async () => {
    const clock = new ManualClock();
    const late = withDeadline(clock, 50, 'the answer', new Promise(() => undefined));
    const outcome = expect(late).rejects.toThrow('the answer took longer than 50 ms');
    await clock.advance(50);
    await outcome;
  });
});

describe('memoryPortPair', () => {
  it('carries bytes and tells the other end when one is closed', async () => {
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
