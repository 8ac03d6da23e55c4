import type { PlayerReason } from '@stationery/contract';
import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import type { Listened, ListenedTable } from '../../store/listened-table.ts';
import type { StoredLimits } from '../player-settings.ts';
import { Limits } from './limits.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** State that a station keeps across restarts. */
class Memory {
  limits: StoredLimits;
  listened: Listened | undefined;

  constructor(limits: StoredLimits) {
    this.limits = limits;
  }

  /** Starts a station at a local time, which it may not know. */
  start(at: string, isTrusted = true) {
    const clock = new ManualClock();
    const startMs = clock.nowMs();
    const time = { isTrusted, atMs: new Date(at).getTime() };
    const reasons: (PlayerReason['code'] | undefined)[] = [];
    const limits = new Limits({
      stored: {
        get: () => this.limits,
        set: (value) => {
          this.limits = value;
        },
      },
      table: {
        get: () => this.listened,
        set: (value: Listened) => {
          this.listened = value;
        },
      } as ListenedTable,
      clock,
      time: { nowMs: () => time.atMs + clock.nowMs() - startMs, isTrusted: () => time.isTrusted },
      log: silentLogger,
      onChange: (reason) => reasons.push(reason?.code),
    });
    return { limits, clock, time, reasons, wait: (ms: number) => clock.advance(ms) };
  }
}

const quiet = { quiet: { from: '20:00', to: '07:00' } };

it('quiet hours can extend past midnight', async () => {
  const { limits, reasons, wait } = new Memory(quiet).start('2026-06-01T19:59:00');
  expect(limits.reason).toBeUndefined();
  await wait(minuteMs);
  expect(limits.reason).toEqual({ code: 'quiet-hours', until: '07:00' });
  await wait(11 * hourMs);
  expect(reasons).toEqual(['quiet-hours', undefined]);
  expect(new Memory({ quiet: { from: '12:00', to: '13:00' } }).start('2026-06-01T13:00:00').reasons).toEqual(
    [],
  );
});

it('quiet hours do not apply while the time is not known', async () => {
  const { time, reasons, wait } = new Memory(quiet).start('2026-06-01T22:00:00', false);
  await wait(hourMs);
  expect(reasons).toEqual([]);
  time.isTrusted = true;
  await wait(minuteMs);
  expect(reasons).toEqual(['quiet-hours']);
});

it('minutes per day count playback only, and start over on the next day or on request', async () => {
  const memory = new Memory({ minutes_per_day: 30 });
  const { limits, reasons, wait } = memory.start('2026-06-01T12:00:00');
  await wait(hourMs);
  limits.playing(true);
  await wait(20 * minuteMs);
  limits.playing(false);
  await wait(hourMs);
  expect(limits.minutesUsed).toBe(20);
  limits.playing(true);
  await wait(10 * minuteMs);
  expect(limits.reason).toEqual({ code: 'minutes-used', minutes: 30 });
  limits.resetUsed();
  expect(limits.reason).toBeUndefined();
  await wait(30 * minuteMs);
  limits.playing(false);
  await wait(10 * hourMs);
  expect(reasons).toEqual(['minutes-used', undefined, 'minutes-used', undefined]);
  limits.change({ minutes_per_day: null });
  expect(memory.limits).toMatchObject({ minutes_per_day: null });
});

it('the minutes used today survive a restart, whether or not the time is known', async () => {
  const memory = new Memory({ minutes_per_day: 30 });
  const first = memory.start('2026-06-01T12:00:00');
  first.limits.playing(true);
  await first.wait(40 * minuteMs);
  first.limits.close();
  expect(memory.start('2026-06-01T13:00:00').limits.reason?.code).toBe('minutes-used');
  // A station without a clock counts the minutes of a day even if it is unplugged in between.
  const lost = memory.start('1970-01-01T00:00:00', false);
  expect(lost.limits.reason?.code).toBe('minutes-used');
  lost.time.isTrusted = true;
  lost.time.atMs = new Date('2026-06-01T14:00:00').getTime();
  await lost.wait(minuteMs);
  expect(lost.limits.reason?.code).toBe('minutes-used');
  lost.time.atMs = new Date('2026-06-02T08:00:00').getTime();
  await lost.wait(minuteMs);
  expect(lost.limits.reason).toBeUndefined();
});

it('a day is 24 hours of running time while the time is not known', async () => {
  const memory = new Memory({ minutes_per_day: 30 });
  const first = memory.start('1970-01-01T00:00:00', false);
  first.limits.playing(true);
  await first.wait(31 * minuteMs);
  first.limits.playing(false);
  await first.wait(20 * hourMs);
  first.limits.close();
  // Start again with the same wrong time.
  const second = memory.start('1970-01-01T00:00:00', false);
  expect(second.limits.reason?.code).toBe('minutes-used');
  await second.wait(4 * hourMs);
  expect(second.limits.reason).toBeUndefined();
});
