import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { pn532Reader } from '../src/index.ts';
import { Pn532Simulator } from '../src/testing/index.ts';
import type { Rig } from './conformance.ts';

export interface Pn532Rig extends Rig {
  readonly clock: ManualClock;
  readonly chip: Pn532Simulator;
}

/** Connects the driver and the simulated chip by a line in memory, with a manual clock. */
export function pn532Rig(options: { random?: () => number } = {}): Pn532Rig {
  const clock = new ManualClock();
  const chip = new Pn532Simulator({ clock, ...options });
  const reader = pn532Reader({
    openPort: () => chip.openPort(),
    clock,
    log: silentLogger,
    where: '/dev/ttyUSB0',
  });
  return {
    clock,
    chip,
    reader,
    put: async (tag) => chip.put(tag),
    take: async () => chip.take(),
    fail: () => chip.unplug(),
    recover: async () => chip.replug(),
    pass: (ms) => clock.advance(ms),
    dispose: () => reader.close(),
  };
}
