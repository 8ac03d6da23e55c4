import type { Supervisor } from '@stationery/core/systemd';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { StationWatch } from './station-watch.ts';

const said: string[] = [];
const supervisor: Supervisor = {
  aliveEveryMs: 20_000,
  ready: () => said.push('ready'),
  alive: () => said.push('alive'),
};
/** Returns the messages since the last call. */
const heard = () => said.splice(0).join(' ');
const clock = new ManualClock();
const seconds = (count: number) => clock.advance(count * 1000);

describe('StationWatch', () => {
  it('passes on every notification and adds none', async () => {
    const watch = new StationWatch(supervisor, clock);
    watch.started(true);
    watch.alive();
    watch.ready();
    expect(heard()).toBe('alive alive ready');
    watch.alive();
    expect(heard()).toBe('alive');
    // The station hangs and sends no messages.
    await seconds(300);
    expect(heard()).toBe('');
    watch.close();
  });

  it('adds no notifications while a proven version starts, so that systemd ends a start that hangs', async () => {
    const watch = new StationWatch(supervisor, clock);
    watch.started(true);
    await seconds(300);
    expect(heard()).toBe('alive');
    watch.close();
  });

  it('feeds the watchdog of systemd while a version on trial is silent and between two versions', async () => {
    const watch = new StationWatch(supervisor, clock);
    watch.started(false);
    watch.alive();
    expect(heard()).toBe('alive alive');
    // A station on trial may be silent, because its trial has a time limit. It is not reported as ready before
    // it has proven itself.
    await seconds(41);
    expect(heard()).toBe('alive alive');
    watch.proven();
    expect(heard()).toBe('ready');
    await seconds(41);
    expect(heard()).toBe('');
    // The station is asked to stop, so that the next version can start.
    watch.leaving();
    await seconds(20);
    expect(heard()).toBe('alive');
    watch.started(true);
    expect(heard()).toBe('alive');
    watch.close();
    await seconds(60);
    expect(heard()).toBe('');
  });

  it('does nothing without a supervisor', async () => {
    const watch = new StationWatch({ ...supervisor, aliveEveryMs: undefined }, clock);
    watch.ready();
    await seconds(100);
    expect(heard()).toBe('ready');
    watch.close();
  });
});
