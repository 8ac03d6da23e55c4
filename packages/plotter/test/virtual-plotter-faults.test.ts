import { settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { a3Plotter } from '../src/drivers/firmware-model/machine-model.ts';
import { bootMs, startedRig } from './board-rig.ts';

const banner = 'READY stationery-plotter 1.1.0 BUFFER 32';
const instant = { speedFactor: 0 };
const slow = { ...a3Plotter, speed: 1000, acceleration: 1000 };

describe('faults of the virtual plotter', () => {
  it('drop the end of a reply, as often as requested', async () => {
    const { ask, plotter } = await startedRig(instant);
    plotter.setFault('drop-reply', 2);
    expect(await ask('PENUP')).toEqual([]);
    expect(await ask('VERSION')).toEqual(['stationery-plotter 1.1.0 BUFFER 32']);
    expect([...plotter.faults]).toEqual([]);
    expect(await ask('PENUP')).toEqual(['OK PEN_UP']);
  });

  it('delay a reply and everything after it', async () => {
    const { ask, plotter, terminal, clock } = await startedRig(instant);
    plotter.setFault('delay-reply', 1);
    expect(await ask('PENUP')).toEqual([]);
    await clock.advance(1000);
    expect(await ask('SYNC 1')).toEqual([]);
    await clock.advance(1999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK PEN_UP', 'OK SYNC_1']);
  });

  it('duplicate a reply', async () => {
    const { ask, plotter } = await startedRig(instant);
    plotter.setFault('duplicate-reply', true);
    expect(await ask('VERSION')).toEqual(['stationery-plotter 1.1.0 BUFFER 32', 'OK VERSION', 'OK VERSION']);
    plotter.setFault('duplicate-reply', false);
    expect(await ask('PENUP')).toEqual(['OK PEN_UP']);
  });

  it('garble its output', async () => {
    const { ask, plotter } = await startedRig({ ...instant, random: () => 0.3 });
    plotter.setFault('garble', 1);
    const [garbled] = await ask('PENUP');
    expect(garbled).not.toBe('OK PEN_UP');
    expect(garbled).toHaveLength('OK PEN_UP'.length);
    expect(await ask('PENUP')).toEqual(['OK PEN_UP']);
  });

  it('split lines', async () => {
    const { terminal, plotter, clock } = await startedRig(instant);
    const pieces: number[] = [];
    terminal.port.onBytes((bytes) => pieces.push(bytes.length));
    plotter.setFault('split-lines', true);
    await terminal.type('VERSION\n');
    await clock.advance(100);
    expect(terminal.news()).toEqual(['stationery-plotter 1.1.0 BUFFER 32', 'OK VERSION']);
    expect(Math.max(...pieces)).toBeLessThanOrEqual(3);
  });

  it('reset the board in the middle of a move, with the pen down', async () => {
    const { terminal, plotter, clock } = await startedRig({ model: slow });
    plotter.setFault('reset-in-command', 1);
    await terminal.type('WAIT 0\n');
    await clock.advance(bootMs);
    expect(terminal.news()).toEqual([banner]);
    await terminal.type('PENDOWN\n');
    await clock.advance(150);
    plotter.setFault('reset-in-command', 1);
    await terminal.type('MOVE X2000 Y0\nPENUP\n');
    await clock.advance(1500);
    expect(plotter.status().activity).toEqual({ state: 'starting' });
    await clock.advance(bootMs + 120);
    expect(terminal.news()).toEqual(['OK PEN_DOWN', banner]);
    expect(plotter.status()).toMatchObject({
      position: { x: 0, y: 0 },
      carriage: { x: 1000, y: 0 },
      pen: 'up',
    });
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 1000, y: 0 },
        ],
      },
    ]);
    expect(clock.pending).toBe(0);
  });

  it('of a stopped command do not occur later', async () => {
    const { terminal, plotter, clock } = await startedRig({ model: slow });
    plotter.setFault('reset-in-command', 1);
    await terminal.type('WAIT 2000\n');
    await clock.advance(10);
    await terminal.type('STOP\n');
    await clock.advance(5000);
    expect(terminal.news()).toEqual(['ERR STOPPED at X0 Y0', 'OK STOPPED']);
  });

  it('make the board neither listen nor answer', async () => {
    const { ask, plotter } = await startedRig(instant);
    plotter.setFault('silence', true);
    expect(await ask('MOVE X10 Y10')).toEqual([]);
    plotter.setFault('silence', false);
    expect(plotter.status().position).toEqual({ x: 0, y: 0 });
    expect(await ask('PENUP')).toEqual(['OK PEN_UP']);
  });

  it('disconnect in the middle of a move, which continues', async () => {
    const { terminal, plotter, clock, open } = await startedRig({ model: slow });
    let closed = false;
    terminal.port.onClose(() => {
      closed = true;
    });
    plotter.setFault('unplug-in-command', 1);
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(1500);
    expect(closed).toBe(true);
    await expect(open()).rejects.toThrow('not plugged in');
    await clock.advance(1500);
    expect(plotter.status()).toMatchObject({ position: { x: 2000, y: 0 }, plugged: false });
    plotter.replug();
    const again = await open();
    await again.type('SYNC 1\n');
    await settle();
    expect(again.news()).toEqual(['OK SYNC_1']);
  });
});

it('the client that connected last gets the line, even during faults', async () => {
  const { terminal, open, plotter } = await startedRig(instant);
  let closed = false;
  terminal.port.onClose(() => {
    closed = true;
  });
  const second = await open();
  expect(closed).toBe(true);
  await second.type('PENUP\n');
  await settle();
  expect(second.news()).toEqual(['OK PEN_UP']);
  expect(plotter.status().connected).toBe(true);
});
