import type { BatteryState } from '@stationery/contract';
import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { ShutdownTimer } from './shutdown-timer.ts';

const midnight = new Date(2026, 5, 1).getTime();
const at = (hour: number, minute: number) => (hour * 60 + minute) * 60_000;

function timer(startsMs: number, { isTrusted = true, rules = {} } = {}) {
  const clock = new ManualClock();
  const battery = { state: 'missing' } as BatteryState;
  const rig = { clock, isTrusted, aheadMs: startsMs, shutdowns: 0, battery };
  new ShutdownTimer({
    clock,
    time: { nowMs: () => midnight + rig.aheadMs + clock.nowMs(), isTrusted: () => rig.isTrusted },
    rules: () => ({ shutdown_idle: null, shutdown_at: '21:00', shutdown_battery: null, ...rules }),
    battery: () => rig.battery,
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

it('ShutdownTimer shuts down if the battery has been low for a minute without being charged', async () => {
  const rig = timer(0, { rules: { shutdown_at: null, shutdown_battery: 5 } });
  const level = (percent: number, state: 'charging' | 'discharging' = 'discharging') => {
    rig.battery = { state, percent, low: true };
  };
  await rig.clock.advance(3_600_000);
  level(6);
  await rig.clock.advance(3_600_000);
  level(5, 'charging');
  await rig.clock.advance(3_600_000);
  level(0);
  await rig.clock.advance(50_000);
  level(7);
  await rig.clock.advance(50_000);
  level(5);
  await rig.clock.advance(50_000);
  expect(rig.shutdowns).toBe(0);
  await rig.clock.advance(20_000);
  expect(rig.shutdowns).toBe(1);
  // The shutdown was refused, so it is tried again.
  await rig.clock.advance(60_000);
  expect(rig.shutdowns).toBe(2);
});
