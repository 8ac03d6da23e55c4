import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../test/drawings.ts';
import { defaultMachine } from '../motion/machine.ts';
import { plotJob } from './commands.ts';
import { planDrawing } from './plan-drawing.ts';
import { previewSvg } from './preview-svg.ts';
import { timelineOf } from './timeline.ts';

const machine = { ...defaultMachine, stepsPerMm: 10 };

/** Three strokes with the first pen, then two with the second. */
const drawing = {
  ...drawingOf([], 2),
  strokes: [0, 0, 0, 1, 1].map((layer, at) => ({
    points: Float64Array.of(10, 10 + 10 * at, 60, 10 + 10 * at),
    layer,
  })),
};
const from = (stroke: number, settings: object = {}) =>
  planDrawing(drawing, { machine, order: false, from: stroke, ...settings });

describe('a plan that starts at a later stroke', () => {
  it('travels to it with the pen up, and draws the rest in the same way as the whole plan', () => {
    const whole = plotJob(from(1), machine);
    const rest = plotJob(from(3), machine);
    expect(rest.commands.slice(0, 3)).toEqual(['PENUP', 'MOVE X100 Y300', 'PENDOWN']);
    const shared = rest.commands.length - 1;
    expect(rest.commands.slice(-shared)).toEqual(whole.commands.slice(-shared));
  });

  it('asks for the pen of that stroke, even if it is the last stroke', () => {
    expect(plotJob(from(2), machine).pauses).toEqual([
      { before: 1, reason: 'Put in pen 1 of 2: Layer 0 (#000000)' },
      { before: 10, reason: 'Put in pen 2 of 2: Layer 1 (#000001)' },
    ]);
    const { pauses, pens } = plotJob(from(5), machine);
    expect(pauses).toEqual([{ before: 1, reason: 'Put in pen 1 of 1: Layer 1 (#000001)' }]);
    expect(pens).toEqual([{ name: 'Layer 1', colour: '#000001', from: 1 }]);
  });

  it('asks for the pen even if the layer does not pause, because a different pen may be in the holder', () => {
    const layerSettings = [{ layer: 1, pause: false }];
    expect(plotJob(from(1, { layerSettings }), machine).pauses).toHaveLength(1);
    expect(plotJob(from(4, { layerSettings }), machine).pauses).toEqual([
      { before: 1, reason: 'Put in pen 1 of 1: Layer 1 (#000001)' },
    ]);
  });

  it('does not ask for the pen if there is only one', () => {
    expect(plotJob(from(3, { pens: 'one' }), machine).pauses).toEqual([]);
  });

  it("sets the speed and delay of the stroke's layer", () => {
    const layerSettings = [{ layer: 1, speedMmS: 15, delayMs: 200 }];
    const { commands } = plotJob(from(5, { layerSettings }), machine);
    const down = commands.indexOf('PENDOWN');
    expect(commands[down - 1]).toBe('SPEED 150');
    expect(commands[down + 1]).toBe('WAIT 200');
  });

  it('has the figures of the remaining strokes, and shows skipped strokes pale', () => {
    const plan = from(4);
    expect(plan).toMatchObject({ lifts: 2, drawMm: 100, before: { lifts: 2 } });
    expect(timelineOf(plan, machine).totalMs).toBeCloseTo(plan.timeMs, 6);
    expect(plan.skipped?.layers.map(({ strokes }) => strokes.length)).toEqual([3]);
    expect(previewSvg(plan).match(/opacity="0.2"/g)).toHaveLength(1);
  });

  it('is refused if the stroke does not exist', () => {
    expect(() => from(6)).toThrow('There is no stroke 6: this plan has 5');
    expect(() => from(0)).toThrow('use a whole number from 1');
    expect(() => from(1.5)).toThrow('use a whole number from 1');
  });
});
