import { describe, expect, it } from 'vitest';
import { turnedAxes } from './axes.ts';
import { turnAxisMove } from './axis-move.ts';

describe('axes that differ from those of a drawing', () => {
  const cases = [true, false].flatMap((swap) =>
    [true, false].flatMap((mirrorX) => [true, false].map((mirrorY) => ({ swap, mirrorX, mirrorY }))),
  );

  it.each(cases.filter(({ swap, mirrorX, mirrorY }) => swap || mirrorX || mirrorY))(
    'are converted and converted back: %j',
    (axes) => {
      const turned = turnedAxes(axes, turnAxisMove)!;
      for (const command of ['MOVE X3 Y-5', 'MOVE X0 Y0', 'X7', 'Y-7', 'PENUP', 'G1 X3', 'MOVE X1'])
        expect(turned.original(turned.command(command))).toBe(command);
      const reported = { position: { x: 3, y: -5 }, limits: { minX: 0, maxX: 10, minY: -2, maxY: 4 } };
      const { reported: back } = turned.event({ type: 'reported', reported }) as {
        reported: typeof reported;
      };
      expect(turned.command(`MOVE X${back.position.x} Y${back.position.y}`)).toBe('MOVE X3 Y-5');
      expect(back.limits.minX).toBeLessThan(back.limits.maxX);
      expect(back.limits.minY).toBeLessThan(back.limits.maxY);
    },
  );

  it('are swapped first, then reversed', () => {
    const turned = turnedAxes({ swap: true, mirrorX: true, mirrorY: false }, turnAxisMove)!;
    expect(turned.command('MOVE X10 Y3')).toBe('MOVE X-3 Y10');
    expect(turned.command('X10')).toBe('Y10');
    expect(turnedAxes({ swap: false, mirrorX: false, mirrorY: false })).toBeUndefined();
  });
});
