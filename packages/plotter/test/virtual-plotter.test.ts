import { settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { a3Plotter } from '../src/drivers/firmware-model/machine-model.ts';
import { boardRig, bootMs, startedRig } from './board-rig.ts';

const banner = 'READY stationery-plotter 1.1.0 BUFFER 32';
const slow = { ...a3Plotter, speed: 1000, acceleration: 1000 };
const instant = { speedFactor: 0 };

describe('the virtual plotter at its start', () => {
  it('sends its banner after its start, and ignores everything before', async () => {
    const { clock, open, plotter } = boardRig();
    const terminal = await open();
    await terminal.type('PENUP\n');
    await clock.advance(bootMs - 1);
    expect(terminal.heard()).toEqual([]);
    expect(plotter.status().activity).toEqual({ state: 'starting' });
    await clock.advance(1);
    expect(terminal.heard()).toEqual([banner]);
  });

  it('keeps its state when the line is closed and opened again', async () => {
    const { ask, terminal, open, clock } = await startedRig(instant);
    await ask('MOVE X100 Y50');
    await ask('SPEED 1200');
    await ask('PENDOWN');
    await terminal.port.close();
    const again = await open();
    await again.type('STATUS\n');
    await settle();
    expect(again.news().slice(0, 3)).toEqual(['POS X100 Y50', 'PEN DOWN', 'SPEED 1200']);
    expect(clock.pending).toBe(0);
  });

  it('restarts whenever its line is opened, if configured', async () => {
    const { ask, terminal, open, clock, plotter } = await startedRig({ ...instant, resetOnOpen: true });
    await ask('MOVE X100 Y50');
    await terminal.port.close();
    const again = await open();
    await clock.advance(bootMs);
    expect(again.news()).toEqual([banner]);
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 0 }, carriage: { x: 100, y: 50 } });
  });

  it('sends the reply of a command that outlives its connection to the next client', async () => {
    const { terminal, open, clock } = await startedRig({ model: slow });
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(1000);
    await terminal.port.close();
    await clock.advance(1000);
    const again = await open();
    await clock.advance(1000);
    expect(again.news()).toEqual(['OK MOVE']);
  });
});

describe('commands of the virtual plotter', () => {
  it('each have their own reply word', async () => {
    const { ask } = await startedRig(instant);
    expect(await ask('PENUP')).toEqual(['OK PEN_UP']);
    expect(await ask('PENDOWN')).toEqual(['OK PEN_DOWN']);
    expect(await ask('MOVE X1000 Y-500')).toEqual(['OK MOVE']);
    expect(await ask('SPEED 1200')).toEqual(['OK SPEED']);
    expect(await ask('ACCEL 5000')).toEqual(['OK ACCEL']);
    expect(await ask('SERVO 45')).toEqual(['OK SERVO']);
    expect(await ask('WAIT 10')).toEqual(['OK WAIT']);
    expect(await ask('SYNC 42')).toEqual(['OK SYNC_42']);
    expect(await ask('STOP')).toEqual(['OK STOPPED']);
    expect(await ask('HOME')).toEqual(['OK HOME']);
    expect(await ask('VERSION')).toEqual(['stationery-plotter 1.1.0 BUFFER 32', 'OK VERSION']);
    expect(await ask('STATUS')).toEqual([
      'POS X0 Y0',
      'PEN UP',
      'SPEED 1200',
      'ACCEL 5000',
      'SERVO 30',
      'LIMITS X-33600..33600 Y-23760..23760',
      'HEIGHTS 31..180',
      'DEVIATION 1600',
      'OK STATUS',
    ]);
  });

  it.each([
    ['JUMP', 'ERR UNKNOWN JUMP is not a command'],
    ['MOVE X1', 'ERR ARGS write it as MOVE X<steps> Y<steps>'],
    ['MOVE X33601 Y0', 'ERR LIMIT X33601 Y0 lies outside X-33600..33600 Y-23760..23760'],
    ['SPEED 0', 'ERR RANGE 0 is not 1 to 20000 steps/s'],
    ['SPEED 20001', 'ERR RANGE 20001 is not 1 to 20000 steps/s'],
    ['ACCEL -5', 'ERR RANGE -5 is not 1 to 400000 steps/s2'],
    ['SERVO 181', 'ERR RANGE 181 is not 0 to 180 degrees'],
    ['WAIT 3600001', 'ERR RANGE 3600001 is not 0 to 3600000 milliseconds'],
    ['A'.repeat(256), 'ERR LINE more than 255 characters'],
    ['PEN\x07UP', 'ERR LINE a byte that is not printable ASCII'],
  ])('%s is refused', async (line, answer) => {
    const { ask, plotter } = await startedRig(instant);
    expect(await ask(line)).toEqual([answer]);
    expect(plotter.status().position).toEqual({ x: 0, y: 0 });
  });

  it('that move the pen need no servo', async () => {
    const { ask } = await startedRig({ ...instant, model: { ...a3Plotter, hasServo: false } });
    expect(await ask('SERVO 90')).toEqual(['ERR UNKNOWN no servo is fitted']);
    expect(await ask('PENDOWN')).toEqual(['OK PEN_DOWN']);
    expect(await ask('STATUS')).not.toContainEqual(expect.stringContaining('SERVO'));
  });

  it('may end with any line ending and have empty lines between them', async () => {
    const { ask } = await startedRig(instant);
    expect(await ask('\r\n\n  \nPENUP\r')).toEqual(['OK PEN_UP']);
  });

  it('can move the carriage anywhere if there are no limits', async () => {
    const { ask } = await startedRig({ ...instant, model: { ...a3Plotter, limits: undefined } });
    expect(await ask('MOVE X999999999 Y-999999999')).toEqual(['OK MOVE']);
    expect(await ask('STATUS')).not.toContainEqual(expect.stringContaining('LIMITS'));
  });
});

describe('the origin', () => {
  it('moves with ZERO, while the limits stay in place', async () => {
    const { ask, plotter } = await startedRig(instant);
    await ask('MOVE X1000 Y100');
    expect(await ask('ZERO')).toEqual(['OK ZERO']);
    expect(await ask('STATUS')).toContain('LIMITS X-34600..32600 Y-23860..23660');
    expect(await ask('MOVE X32601 Y0')).toEqual([expect.stringContaining('ERR LIMIT')]);
    expect(await ask('MOVE X-34600 Y0')).toEqual(['OK MOVE']);
    expect(await ask('HOME')).toEqual(['OK HOME']);
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 0 }, carriage: { x: 1000, y: 100 } });
  });

  it('becomes the position of the pen after a reset', async () => {
    const { ask, plotter, clock, terminal } = await startedRig(instant);
    await ask('MOVE X1000 Y100');
    await terminal.type('RESET\nMOVE X5 Y5\n');
    await clock.advance(bootMs);
    expect(terminal.news()).toEqual(['OK RESET', banner]);
    expect(await ask('MOVE X10 Y10')).toEqual(['OK MOVE']);
    expect(plotter.status()).toMatchObject({ position: { x: 10, y: 10 }, carriage: { x: 1010, y: 110 } });
  });

  it('does not follow the carriage when it is moved by hand', async () => {
    const { ask, plotter } = await startedRig(instant);
    await ask('MOVE X10 Y10');
    plotter.carryTo({ x: 0, y: 0 });
    expect(await ask('STATUS')).toContain('POS X10 Y10');
    await ask('ZERO');
    expect(plotter.status()).toMatchObject({ position: { x: 0, y: 0 }, carriage: { x: 0, y: 0 } });
  });
});

describe('the time of the virtual plotter', () => {
  it('passes as on a real machine', async () => {
    const { terminal, clock, plotter } = await startedRig({ model: slow });
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(1000);
    expect(plotter.status()).toMatchObject({
      position: { x: 500, y: 0 },
      activity: { state: 'busy', command: 'MOVE X2000 Y0' },
    });
    await clock.advance(1999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK MOVE']);
    await terminal.type('PENDOWN\n');
    await clock.advance(149);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK PEN_DOWN']);
  });

  it('passes faster on request', async () => {
    const { terminal, clock } = await startedRig({ model: slow, speedFactor: 10 });
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(299);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK MOVE']);
  });

  it('may exceed the maximum of a timer', async () => {
    const { terminal, clock } = await startedRig({ model: { ...slow, limits: undefined } });
    await terminal.type('SPEED 1\nMOVE X3000000 Y0\n');
    await clock.advance(3_000_000_000);
    expect(terminal.news()).toEqual(['OK SPEED']);
    await clock.advance(10);
    expect(terminal.news()).toEqual(['OK MOVE']);
  });
});

describe('commands sent during another command', () => {
  it('wait and are answered in order', async () => {
    const { terminal, clock, plotter } = await startedRig({ model: slow });
    await terminal.type('MOVE X2000 Y0\nPENDOWN\nSYNC 1\n');
    await clock.advance(2999);
    expect(terminal.news()).toEqual([]);
    expect(plotter.status().waitingLines).toBe(2);
    await clock.advance(1);
    expect(terminal.news()).toEqual(['OK MOVE']);
    await clock.advance(150);
    expect(terminal.news()).toEqual(['OK PEN_DOWN', 'OK SYNC_1']);
  });

  it('are refused in order when the buffer is full', async () => {
    const { terminal, clock } = await startedRig({ model: slow });
    const syncs = Array.from({ length: 18 }, (_, at) => `SYNC ${at}\n`).join('');
    await terminal.type(`WAIT 10\n${syncs}`);
    await clock.advance(10);
    expect(terminal.news()).toEqual([
      'OK WAIT',
      ...Array.from({ length: 16 }, (_, at) => `OK SYNC_${at}`),
      'ERR BUSY the input buffer is full',
      'ERR BUSY the input buffer is full',
    ]);
  });
});

describe('STOP', () => {
  it('brakes at once, lifts the pen, and first answers the move that it ended', async () => {
    const { terminal, clock, plotter } = await startedRig({ model: slow });
    await terminal.type('PENDOWN\nMOVE X2000 Y0\nPENUP\nMOVE X0 Y0\n');
    await clock.advance(150 + 1500);
    expect(terminal.news()).toEqual(['OK PEN_DOWN']);
    await terminal.type('STOP\nSYNC 9\n');
    // At full speed, 1000 steps/s, the machine needs a second and 500 steps to come to rest.
    await clock.advance(999);
    expect(terminal.news()).toEqual([]);
    await clock.advance(1);
    expect(terminal.news()).toEqual([
      'ERR STOPPED at X1500 Y0',
      'ERR STOPPED not begun',
      'ERR STOPPED not begun',
    ]);
    await clock.advance(120);
    expect(terminal.news()).toEqual(['OK STOPPED', 'OK SYNC_9']);
    expect(plotter.status()).toMatchObject({
      position: { x: 1500, y: 0 },
      pen: 'up',
      activity: { state: 'idle' },
    });
    expect(plotter.strokes()).toEqual([
      {
        points: [
          { x: 0, y: 0 },
          { x: 1500, y: 0 },
        ],
      },
    ]);
    expect(clock.pending).toBe(0);
  });

  it('keeps the exact position, even on a slanted line', async () => {
    const { terminal, clock, ask, plotter } = await startedRig({ model: slow });
    await terminal.type('MOVE X300 Y400\n');
    await clock.advance(500);
    await terminal.type('STOP\n');
    await clock.advance(5000);
    // After 125 steps along the line and as many to come to rest, the machine is halfway.
    expect(terminal.news()).toEqual(['ERR STOPPED at X150 Y200', 'OK STOPPED']);
    expect(await ask('STATUS')).toContain('POS X150 Y200');
    await terminal.type('HOME\n');
    await clock.advance(5000);
    expect(plotter.status().carriage).toEqual({ x: 0, y: 0 });
  });

  it('sent twice is answered twice, even with other lines in between', async () => {
    const { terminal, clock } = await startedRig({ model: slow });
    await terminal.type('WAIT 1000\n');
    await clock.advance(10);
    await terminal.type('PENDOWN\nSTOP\nPENUP\nPENDOWN\n');
    await clock.advance(20);
    await terminal.type('STOP\nSTOP\n');
    await clock.advance(500);
    expect(terminal.news()).toEqual([
      'ERR STOPPED at X0 Y0',
      'ERR STOPPED not begun',
      'OK STOPPED',
      'OK PEN_UP',
      expect.stringContaining('ERR STOPPED at'),
      'OK STOPPED',
      'OK STOPPED',
    ]);
  });

  it('sent while braking lets the first stop finish', async () => {
    const { terminal, clock } = await startedRig({ model: slow });
    await terminal.type('MOVE X2000 Y0\n');
    await clock.advance(1500);
    await terminal.type('STOP\nPENDOWN\n');
    await clock.advance(100);
    await terminal.type('STOP\n');
    await clock.advance(5000);
    expect(terminal.news()).toEqual([
      'ERR STOPPED at X1500 Y0',
      'OK STOPPED',
      'ERR STOPPED not begun',
      'OK STOPPED',
    ]);
  });

  it('keeps a pen that is being lowered off the paper', async () => {
    const { terminal, clock, plotter } = await startedRig();
    await terminal.type('PENDOWN\n');
    await clock.advance(140);
    await terminal.type('STOP\n');
    await clock.advance(120);
    expect(terminal.news()).toEqual(['ERR STOPPED at X0 Y0', 'OK STOPPED']);
    expect(plotter.strokes()).toEqual([]);
  });

  it('is accepted even if the buffer is full', async () => {
    const { terminal, clock } = await startedRig({ model: slow });
    await terminal.type(`WAIT 1000\n${'PENUP\n'.repeat(20)}STOP\n`);
    await clock.advance(0);
    const answers = terminal.news();
    expect(answers).toHaveLength(22);
    expect(answers.slice(0, 17).every((line) => line.startsWith('ERR STOPPED'))).toBe(true);
    expect(answers.slice(17, 21).every((line) => line.startsWith('ERR BUSY'))).toBe(true);
    expect(answers[21]).toBe('OK STOPPED');
  });
});

it('the virtual plotter does nothing more after it is switched off', async () => {
  const { terminal, clock, plotter } = await startedRig({ model: slow });
  await terminal.type('PENDOWN\nMOVE X2000 Y0\n');
  await clock.advance(1000);
  await plotter.close();
  expect(clock.pending).toBe(0);
  expect(plotter.status()).toMatchObject({ activity: { state: 'off' }, connected: false });
});
