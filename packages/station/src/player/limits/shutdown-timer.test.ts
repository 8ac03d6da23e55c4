import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { ShutdownTimer } from './shutdown-timer.ts';

const midnight = new Date(2026, 5, 1).getTime();
const at = (hour: number, minute: number) => (hour * 60 + minute) * 60_000;

function timer(startsMs: number, { isTrusted = true } = {}) {
  const clock = new ManualClock();
  const rig = { clock, isTrusted, aheadMs: startsMs, shutdowns: 0 };
  new ShutdownTimer({
    clock,
    time: { nowMs: () => midnight + rig.aheadMs + clock.nowMs(), isTrusted: () => rig.isTrusted },
    times: () => ({ shutdown_idle: null, shutdown_at: '21:00' }),
    isBusy: () => true,
    shutDown: () => rig.shutdowns++,
  });
  return rig;
}

it('ShutdownTimer shuts down once at the set time, even during playback', async () => {
  const rig = timer(at(20, 58));
  await rig.clock.advance(110_000);
  expect(rig.shutdowns).toBe(0);
  await rig.clock.advance(20_000);
  expect(rig.shutdowns).toBe(1);
  await rig.clock.advance(3_600_000);
  expect(rig.shutdowns).toBe(1);
});

it('ShutdownTimer does not shut down a machine that started within this minute', async () => {
  const rig = timer(at(21, 0));
  await rig.clock.advance(3_600_000);
  expect(rig.shutdowns).toBe(0);
});

it('ShutdownTimer ignores an untrusted clock, and a clock that is set to this minute', async () => {
  const rig = timer(at(20, 55), { isTrusted: false });
  await rig.clock.advance(600_000);
  expect(rig.shutdowns).toBe(0);
  rig.aheadMs = at(21, 0) - rig.clock.nowMs();
  rig.isTrusted = true;
  await rig.clock.advance(50_000);
  expect(rig.shutdowns).toBe(0);
});
