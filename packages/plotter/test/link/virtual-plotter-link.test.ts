import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Driver } from '../../src/drivers/driver.ts';
import { type PlotterFault, plotterFaults } from '../../src/drivers/simulator/faults.ts';
import { openSimPort } from '../../src/drivers/simulator/open-sim-port.ts';
import { createStationeryDriver } from '../../src/drivers/stationery/stationery-driver.ts';
import { VirtualPlotter } from '../../src/drivers/stationery/virtual/virtual-plotter.ts';
import { plotterPort } from '../../src/link/open-port.ts';
import { Outcome } from './link-bench.ts';

let clock: ManualClock;
let plotter: VirtualPlotter;
let driver: Driver;

beforeEach(async () => {
  clock = new ManualClock();
  plotter = new VirtualPlotter({ clock });
  const port = plotterPort({ portPath: 'sim:', baudRate: 115_200, openSim: () => openSimPort(plotter) });
  driver = createStationeryDriver({ ...port, clock, log: silentLogger });
  driver.connect();
  await clock.advance(0);
});

afterEach(async () => {
  await driver.close();
  await plotter.close();
  expect(clock.pending).toBe(0);
});

async function outcomeOf(line: string, timeoutMs = 5_000): Promise<Outcome> {
  const outcome = new Outcome(driver.send(line, { timeoutMs }));
  for (let waitedMs = 0; outcome.isPending && waitedMs < 120_000; waitedMs += 10) await clock.advance(10);
  return outcome;
}

describe('a link to the virtual plotter', () => {
  it('waits for the board to start', async () => {
    expect((await outcomeOf('PENUP')).reply?.terminalLine).toBe('OK PEN_UP');
    expect(driver.portPath).toBe('sim:');
  });

  it('returns the reply to a stop after the reply to the move that it ends', async () => {
    await outcomeOf('PENUP');
    const move = new Outcome(driver.send('MOVE X2000 Y2000', { timeoutMs: 60_000 }));
    await clock.advance(300);
    const stop = new Outcome(driver.stop());
    await clock.advance(3_000);
    expect(move.reply?.terminalLine).toMatch(/^ERR STOPPED/);
    expect(stop.reply?.terminalLine).toBe('OK STOPPED');
    expect(driver.state.state).toBe('ready');
  });

  it('waits for the board to start after a reset, and sends nothing else until then', async () => {
    await outcomeOf('PENUP');
    expect((await outcomeOf('RESET')).reply?.ok).toBe(true);
    expect(driver.state.state).toBe('settling');
    expect((await outcomeOf('PENDOWN')).reply?.terminalLine).toBe('OK PEN_DOWN');
  });

  it.each<PlotterFault>(plotterFaults)('recovers from the fault “%s”', async (fault) => {
    await outcomeOf('PENUP');
    plotter.setFault(fault, true);
    for (const line of ['MOVE X10 Y10', 'PENDOWN', 'MOVE X20 Y0', 'MOVE X30 Y0', 'SPEED 800', 'PENUP']) {
      const { reply } = await outcomeOf(line, 2_000);
      // Noise may leave only the first word of a garbled answer intact.
      if (reply?.ok && fault !== 'garble')
        expect(reply.terminalLine.split(' ')[1]?.slice(0, 3)).toBe(line.slice(0, 3));
    }
    plotter.setFault(fault, false);
    plotter.replug();
    for (let waitedMs = 0; driver.state.state !== 'ready' && waitedMs < 300_000; waitedMs += 250) {
      await clock.advance(250);
    }
    expect((await outcomeOf('PENUP')).reply?.terminalLine).toBe('OK PEN_UP');
    expect((await outcomeOf('MOVE X0 Y0')).reply?.terminalLine).toBe('OK MOVE');
  });
});
