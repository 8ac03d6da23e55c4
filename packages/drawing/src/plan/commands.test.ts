import { describe, expect, it } from 'vitest';
import { drawingOf, wanderingStrokes } from '../../test/drawings.ts';
import { defaultMachine } from '../motion/machine.ts';
import { commandsOf, plotJob } from './commands.ts';
import { planDrawing } from './plan-drawing.ts';

const machine = { ...defaultMachine, stepsPerMm: 10 };

describe('the commands of a plan', () => {
  it('lift the pen between strokes and return to the origin', () => {
    const plan = planDrawing(drawingOf([[10, 10, 20, 10, 20, 15.06]]), { machine });
    expect([...commandsOf(plan, machine)]).toEqual([
      'PENUP',
      'MOVE X100 Y100',
      'PENDOWN',
      'MOVE X200 Y100',
      'MOVE X200 Y151',
      'PENUP',
      'MOVE X0 Y0',
    ]);
  });

  it('are in steps from the origin of the machine', () => {
    const paperAt = { xMm: 5, yMm: -2 };
    const plan = planDrawing(drawingOf([[10, 10, 20, 10]]), { machine, paperAt });
    expect([...commandsOf(plan, machine)].slice(1, 4)).toEqual(['MOVE X150 Y80', 'PENDOWN', 'MOVE X250 Y80']);
  });

  it('omit moves of zero steps', () => {
    const plan = planDrawing(drawingOf([[10, 10, 10.01, 10.01, 10.02, 10, 20, 10]]), {
      machine,
      simplifyMm: 0,
    });
    expect([...commandsOf(plan, machine)].filter((line) => line.startsWith('MOVE'))).toHaveLength(3);
  });

  it('reach the same positions with relative coordinates, without accumulating errors', () => {
    const plan = planDrawing(drawingOf(wanderingStrokes(200, 30, 1)), { machine, simplifyMm: 0 });
    const absolute = [...commandsOf(plan, machine)].filter((line) => line.startsWith('MOVE'));
    let [x, y] = [0, 0];
    const summed = [...commandsOf(plan, { ...machine, coordinates: 'relative' })]
      .filter((line) => line.startsWith('MOVE'))
      .map((line) => {
        const [, dx, dy] = /^MOVE X(-?\d+) Y(-?\d+)$/.exec(line)!;
        x += Number(dx);
        y += Number(dy);
        return `MOVE X${x} Y${y}`;
      });
    expect(summed).toEqual(absolute);
    expect([x, y]).toEqual([0, 0]);
  });

  it('ask for each pen before it is used, at the origin with the pen up', () => {
    const plan = planDrawing(
      drawingOf(
        [
          [10, 10, 20, 10],
          [30, 10, 40, 10],
        ],
        2,
      ),
      { machine },
    );
    const { commands, pauses, pens } = plotJob(plan, machine);
    expect(pauses).toEqual([
      { before: 1, reason: 'Put in pen 1 of 2: Layer 0 (#000000)' },
      { before: 6, reason: 'Put in pen 2 of 2: Layer 1 (#000001)' },
    ]);
    expect(pens).toEqual([
      { name: 'Layer 0', colour: '#000000', from: 1 },
      { name: 'Layer 1', colour: '#000001', from: 6 },
    ]);
    expect(commands.slice(4, 7)).toEqual(['PENUP', 'MOVE X0 Y0', 'MOVE X300 Y100']);
    expect([...commandsOf(plan, machine)][1]).toBe('; pen 1 of 2: Layer 0 (#000000)');
  });

  it('name a pen only once if its name equals its colour', () => {
    const drawing = drawingOf(
      [
        [10, 10, 20, 10],
        [30, 10, 40, 10],
        [50, 10, 60, 10],
      ],
      3,
    );
    const names = ['#000000', '', 'Frame'];
    const layers = drawing.layers.map((layer, at) => ({ ...layer, name: names[at]! }));
    const plan = planDrawing({ ...drawing, layers });
    expect(plotJob(plan, machine).pauses.map(({ reason }) => reason)).toEqual([
      'Put in pen 1 of 3: #000000',
      'Put in pen 2 of 3: #000001',
      'Put in pen 3 of 3: Frame (#000002)',
    ]);
    expect([...commandsOf(plan, machine)].filter((line) => line.startsWith(';'))).toEqual([
      '; pen 1 of 3: #000000',
      '; pen 2 of 3: #000001',
      '; pen 3 of 3: Frame (#000002)',
    ]);
  });

  it('do not ask for the pen if there is only one', () => {
    const { pauses, pens } = plotJob(planDrawing(drawingOf([[10, 10, 20, 10]])), machine);
    expect(pauses).toEqual([]);
    expect(pens).toEqual([{ name: 'Layer 0', colour: '#000000', from: 0 }]);
  });
});
