import type { PlotterStatus } from '@stationery/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { penMotion } from './pen-motion.ts';

const told = (x: number, y: number, pen: 'up' | 'down'): PlotterStatus => ({
  link: { state: 'busy' } as PlotterStatus['link'],
  portPath: 'sim:',
  position: { x, y },
  pen,
  positionLost: false,
  job: null,
  queued: 0,
  reach: null,
  enforcesLimits: false,
  driver: 'stationery' as const,
  recognised: true,
  model: null,
  firmware: null,
});

/** Long after every move has ended. */
const later = () => penMotion.positionAt(Number.POSITIVE_INFINITY);

describe('the pen of a page that came in the middle of a move', () => {
  beforeEach(() => {
    penMotion.reset();
    penMotion.clearTrail();
    penMotion.statusReceived(told(0, 0, 'down'));
  });

  it('stands still until its place is told, and then runs from where the move under way began', () => {
    penMotion.lineReceived('OK');
    penMotion.lineSent('MOVE X8000 Y8000');
    expect(later()).toEqual({ x: 0, y: 0 });
    expect(penMotion.movingFrom).toBeUndefined();

    penMotion.statusReceived(told(8000, 0, 'down'));
    expect(penMotion.movingFrom).toEqual({ x: 8000, y: 0 });
    expect(later()).toEqual({ x: 8000, y: 8000 });

    penMotion.lineReceived('OK');
    expect(penMotion.trail).toEqual([
      { x: 8000, y: 0, drawn: false },
      { x: 8000, y: 8000, drawn: true },
    ]);
  });

  it('leaves no line where moves end before the place is told', () => {
    for (const line of ['MOVE X10 Y10', 'MOVE X20 Y0']) {
      penMotion.lineReceived('OK');
      penMotion.lineSent(line);
    }
    penMotion.lineReceived('OK');
    expect(penMotion.trail).toEqual([]);
    penMotion.lineSent('MOVE X30 Y30');
    penMotion.statusReceived(told(20, 0, 'up'));
    expect([penMotion.movingFrom, penMotion.isDown]).toEqual([{ x: 20, y: 0 }, false]);
  });

  it('knows where the pen is when it heard the command and its answer', () => {
    penMotion.lineSent('MOVE X8000 Y0');
    penMotion.lineReceived('OK');
    penMotion.lineSent('MOVE X8000 Y8000');
    expect(penMotion.movingFrom).toEqual({ x: 8000, y: 0 });
  });
});

describe('the pen in buffered motion', () => {
  const queued = (number: number, command: string) => {
    penMotion.lineSent(command);
    penMotion.lineReceived(`QUEUED ${number} ABCD`);
    penMotion.lineReceived('OK');
  };

  beforeEach(() => {
    penMotion.reset();
    penMotion.clearTrail();
    penMotion.statusReceived(told(0, 0, 'up'));
  });

  it('is where the board says that it has come to, however much was sent', () => {
    penMotion.lineSent('BUFFER ON');
    penMotion.lineReceived('OK BUFFER');
    queued(1, 'PENDOWN');
    queued(2, 'MOVE X10 Y0');
    queued(3, 'MOVE X10 Y10');
    queued(4, 'PENUP');
    expect([penMotion.isDown, later()]).toEqual([false, { x: 0, y: 0 }]);
    penMotion.lineReceived('DONE 1 ABCD');
    expect([penMotion.isDown, later()]).toEqual([true, { x: 10, y: 0 }]);
    penMotion.lineSent('STATUS');
    penMotion.lineReceived('OK STATUS');
    expect(later()).toEqual({ x: 10, y: 0 });
    penMotion.lineReceived('DONE 2 ABCD');
    expect([penMotion.movingFrom, later()]).toEqual([
      { x: 10, y: 0 },
      { x: 10, y: 10 },
    ]);
    penMotion.lineReceived('DONE 4 ABCD');
    expect([penMotion.isDown, penMotion.isMoving, later()]).toEqual([false, false, { x: 10, y: 10 }]);
    expect(penMotion.trail.filter(({ drawn }) => drawn).length).toBe(2);
  });

  it('of a page that came in the middle stands where it was told until all is known', () => {
    penMotion.lineReceived('OK');
    queued(7, 'MOVE X70 Y0');
    penMotion.lineReceived('DONE 4 ABCD');
    penMotion.statusReceived(told(40, 0, 'down'));
    expect([penMotion.isMoving, later()]).toEqual([false, { x: 40, y: 0 }]);
    penMotion.lineReceived('DONE 6 ABCD');
    penMotion.statusReceived(told(60, 0, 'down'));
    expect([penMotion.movingFrom, later()]).toEqual([
      { x: 60, y: 0 },
      { x: 70, y: 0 },
    ]);
  });

  it('goes nowhere after a stop but where it came to rest', () => {
    penMotion.lineSent('BUFFER ON');
    penMotion.lineReceived('OK BUFFER');
    queued(1, 'MOVE X10 Y0');
    queued(2, 'MOVE X20 Y0');
    penMotion.lineSent('STOP');
    penMotion.lineReceived('OK STOPPED');
    penMotion.statusReceived(told(5, 0, 'up'));
    penMotion.lineReceived('DONE 2 ABCD');
    expect([penMotion.isMoving, later()]).toEqual([false, { x: 5, y: 0 }]);
  });
});
