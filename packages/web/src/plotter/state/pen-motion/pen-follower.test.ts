import type { MachineProfile, PlotterStatus } from '@stationery/client';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { machine } from '../store.ts';
import { PenFollower } from './pen-follower.ts';

const told = (x: number, y: number, state: 'up' | 'down'): PlotterStatus => ({
  link: { state: 'busy' } as PlotterStatus['link'],
  portPath: 'sim:',
  position: { x, y },
  pen: state,
  positionLost: false,
  sheetNumber: 1,
  job: null,
  queued: 0,
  held: 0,
  reach: null,
  enforcesLimits: false,
  driver: 'stationery' as const,
  recognised: true,
  model: null,
  firmware: null,
  mqtt: { state: 'off' },
});

let pen = new PenFollower(() => undefined);
/** Returns the position a long time after the end of every move. */
const later = () => pen.positionAt(Number.POSITIVE_INFINITY);

describe('the pen on a page opened during a move', () => {
  beforeEach(() => {
    pen = new PenFollower(() => undefined);
    pen.statusReceived(told(0, 0, 'down'));
  });

  it('stays still until a position is reported, then moves from the start of the current move', () => {
    pen.lineReceived('OK');
    pen.lineSent('MOVE X8000 Y8000');
    expect(later()).toEqual({ x: 0, y: 0 });
    expect(pen.movingFrom).toBeUndefined();

    pen.statusReceived(told(8000, 0, 'down'));
    expect(pen.movingFrom).toEqual({ x: 8000, y: 0 });
    expect(later()).toEqual({ x: 8000, y: 8000 });

    pen.lineReceived('OK');
    expect(pen.trail).toEqual([
      { x: 8000, y: 0, drawn: false },
      { x: 8000, y: 8000, drawn: true },
    ]);
  });

  it('draws no line for moves that end before the position is reported', () => {
    for (const line of ['MOVE X10 Y10', 'MOVE X20 Y0']) {
      pen.lineReceived('OK');
      pen.lineSent(line);
    }
    pen.lineReceived('OK');
    expect(pen.trail).toEqual([]);
    pen.lineSent('MOVE X30 Y30');
    pen.statusReceived(told(20, 0, 'up'));
    expect([pen.movingFrom, pen.isDown]).toEqual([{ x: 20, y: 0 }, false]);
  });

  it('has a known position after a command and its reply', () => {
    pen.lineSent('MOVE X8000 Y0');
    pen.lineReceived('OK');
    pen.lineSent('MOVE X8000 Y8000');
    expect(pen.movingFrom).toEqual({ x: 8000, y: 0 });
  });
});

it('the pen of a machine with commands in flight is at the reported position', () => {
  const can = { penControl: [], drivenByProfile: true, linesAreCommands: false, lowersGently: false };
  machine.value = { can } as unknown as MachineProfile;
  onTestFinished(() => {
    machine.value = undefined;
  });
  pen = new PenFollower(() => undefined);
  pen.statusReceived(told(5, 5, 'down'));
  for (const line of ['G1X10Y0F100', 'MOVE X8000 Y8000']) pen.lineSent(line);
  pen.lineReceived('OK');
  expect([later(), pen.isMoving, pen.trail]).toEqual([{ x: 5, y: 5 }, false, []]);
  pen.statusReceived(told(6, 6, 'up'));
  expect([later(), pen.isDown]).toEqual([{ x: 6, y: 6 }, false]);
});

describe('the pen of a machine whose axes are swapped or mirrored', () => {
  const turned = (axes: MachineProfile['axes'], more: Partial<MachineProfile> = {}) => {
    machine.value = { coordinates: 'absolute', axes, ...more } as MachineProfile;
    pen = new PenFollower(() => undefined);
    pen.statusReceived(told(0, 0, 'down'));
  };
  afterEach(() => {
    machine.value = undefined;
  });

  it('moves as in the drawing, not as in the commands sent', () => {
    turned({ swap: true, mirrorX: false, mirrorY: true });
    // Swapped and mirrored, MOVE X30 Y10 of the drawing is sent as this line.
    pen.lineSent('MOVE X10 Y-30');
    expect(later()).toEqual({ x: 30, y: 10 });
    pen.lineReceived('OK');
    expect(later()).toEqual({ x: 30, y: 10 });
    pen.lineSent('MOVE X0 Y0');
    pen.lineReceived('ERR STOPPED at X5 Y-20');
    expect(later()).toEqual({ x: 20, y: 5 });
  });

  it('follows relative moves in the directions of the drawing', () => {
    turned({ swap: true, mirrorX: true, mirrorY: false }, { coordinates: 'relative' });
    for (const line of ['MOVE X-10 Y0', 'MOVE X-10 Y30']) {
      pen.lineSent(line);
      pen.lineReceived('OK');
    }
    expect(later()).toEqual({ x: 30, y: 20 });
  });
});

describe('the pen of a machine with buffered motion', () => {
  const queued = (number: number, command: string) => {
    pen.lineSent(command);
    pen.lineReceived(`QUEUED ${number} ABCD`);
    pen.lineReceived('OK');
  };
  const done = (count: number) => pen.lineReceived(`DONE ${count} ABCD`);
  const switchOn = () => {
    pen.lineSent('BUFFER ON');
    pen.lineReceived('OK BUFFER');
  };

  beforeEach(() => {
    pen = new PenFollower(() => undefined);
    pen.statusReceived(told(0, 0, 'up'));
    machine.value = undefined;
  });

  it('is at the position of the last completed command', () => {
    switchOn();
    queued(1, 'PENDOWN');
    queued(2, 'MOVE X10 Y0');
    queued(3, 'MOVE X10 Y10');
    queued(4, 'PENUP');
    expect([pen.isDown, later()]).toEqual([false, { x: 0, y: 0 }]);
    done(1);
    expect([pen.isDown, later()]).toEqual([true, { x: 10, y: 0 }]);
    pen.lineSent('STATUS');
    pen.lineReceived('OK STATUS');
    expect(later()).toEqual({ x: 10, y: 0 });
    done(2);
    expect([pen.movingFrom, later()]).toEqual([
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    done(4);
    expect([pen.isDown, pen.isMoving, later()]).toEqual([false, false, { x: 10, y: 10 }]);
    expect(pen.trail.filter(({ drawn }) => drawn).length).toBe(2);
  });

  it('passes corners at the speed of the machine', () => {
    const steps = { speed: 8000, acceleration: 80_000, stepsPerMm: 80 };
    const msOf = (cornerDeviationMm: number) => {
      machine.value = { ...steps, coordinates: 'absolute', cornerDeviationMm } as typeof machine.value;
      pen = new PenFollower(() => undefined);
      pen.statusReceived(told(0, 0, 'down'));
      switchOn();
      for (let at = 1; at <= 20; at++) queued(at, `MOVE X${400 * at} Y0`);
      done(10);
      const startMs = performance.now();
      const reachedMs = (x: number) => {
        for (let ms = startMs; ; ms++) if (pen.positionAt(ms)!.x >= x) return ms;
      };
      return reachedMs(4390) - reachedMs(4200);
    };
    // From rest, this part of the move would take 54 ms. At 8 steps/ms, it takes 24 ms.
    expect(msOf(0)).toBeGreaterThan(45);
    expect(msOf(0.02)).toBeLessThan(30);
  });

  it('stays at the reported position if the page was opened during motion', () => {
    pen.lineReceived('OK');
    queued(7, 'MOVE X70 Y0');
    done(4);
    pen.statusReceived(told(40, 0, 'down'));
    expect([pen.isMoving, later()]).toEqual([false, { x: 40, y: 0 }]);
    done(6);
    pen.statusReceived(told(60, 0, 'down'));
    expect([pen.movingFrom, later()]).toEqual([
      { x: 60, y: 0 },
      { x: 70, y: 0 },
    ]);
    queued(8, 'MOVE X80 Y0');
    done(7);
    expect([pen.movingFrom, later()]).toEqual([
      { x: 70, y: 0 },
      { x: 80, y: 0 },
    ]);
  });

  it('stays where STOP stopped it', () => {
    switchOn();
    for (const [at, x] of [10, 20, 30].entries()) queued(at + 1, `MOVE X${x} Y0`);
    pen.lineSent('STOP');
    pen.lineReceived('POS X15 Y0');
    done(1);
    pen.lineReceived('OK STOPPED');
    done(3);
    expect([pen.isMoving, later(), pen.trail.map(({ x }) => x)]).toEqual([
      false,
      { x: 15, y: 0 },
      [0, 10, 15],
    ]);
    pen.statusReceived(told(15, 0, 'up'));
    switchOn();
    queued(1, 'MOVE X40 Y0');
    expect([pen.movingFrom, later()]).toEqual([
      { x: 15, y: 0 },
      { x: 40, y: 0 },
    ]);
  });
});
