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

it('the pen of a machine that is sent commands ahead is where it is reported, and not where it was sent', () => {
  penMotion.reset();
  penMotion.clearTrail();
  penMotion.statusReceived({ ...told(5, 5, 'down'), driver: 'grbl' });
  for (const line of ['G1X10Y0F100', 'MOVE X8000 Y8000']) penMotion.lineSent(line);
  penMotion.lineReceived('OK');
  expect([later(), penMotion.isMoving, penMotion.trail]).toEqual([{ x: 5, y: 5 }, false, []]);
  penMotion.statusReceived({ ...told(6, 6, 'up'), driver: 'grbl' });
  expect([later(), penMotion.isDown]).toEqual([{ x: 6, y: 6 }, false]);
});
