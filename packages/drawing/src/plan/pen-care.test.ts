import { expect, it } from 'vitest';
import type { Drawing } from '../drawing.ts';
import { writePlan } from '../formats/codecs.ts';
import { defaultMachine, type Machine } from '../motion/machine.ts';
import { commandsOf, plotJob } from './commands.ts';
import { layerSettings } from './parse-layer-settings.ts';
import { planDrawing } from './plan-drawing.ts';
import type { PlanOptions } from './plan-options.ts';
import { timelineOf } from './timeline.ts';

const line = (y: number, length: number, layer = 0) => ({
  points: new Float64Array([10, y, 10 + length, y]),
  layer,
});
const drawingOf = (...strokes: Drawing['strokes']): Drawing => ({
  widthMm: 200,
  heightMm: 200,
  layers: [
    { name: 'Frame', colour: '#ff0000' },
    { name: 'Trees', colour: '#108010' },
  ],
  strokes,
  notes: [],
});
const lines = drawingOf(line(10, 30), line(20, 30), line(30, 30), line(40, 10, 1));
const jobOf = (drawing: Drawing, options: PlanOptions, machine: Machine = defaultMachine) => {
  const plan = planDrawing(drawing, { fit: 'none', order: false, layers: [0], ...options, machine });
  return { plan, ...plotJob(plan, machine) };
};
const settingsOf = (text: string) => ({ layerSettings: [{ ...layerSettings(`1:${text}`)[0]!, layer: 0 }] });

it('a plan pauses for a refill before the stroke that would exceed the distance', () => {
  const { commands, pauses, plan } = jobOf(lines, settingsOf('refill=0.07m'));
  expect(plan.layers[0]?.refills).toEqual([2]);
  expect(pauses).toEqual([{ before: 9, reason: 'Refill pen 1 of 1: Frame (#ff0000)' }]);
  expect(commands[9]).toBe('MOVE X800 Y2400');
  expect([...commandsOf(plan, defaultMachine)][9]).toBe('; refill pen 1 of 1: Frame (#ff0000)');
});

it('a plan waits at the park position for a refill and for the next pen, and ends at the origin', () => {
  const machine = { ...defaultMachine, parkAt: { xMm: 0, yMm: 150 } };
  const { commands, pauses, plan } = jobOf(lines, { ...settingsOf('refill=0.07m'), layers: [0, 1] }, machine);
  expect(pauses.map(({ before }) => commands[before - 1])).toEqual([
    'PENUP',
    'MOVE X0 Y12000',
    'MOVE X0 Y12000',
  ]);
  expect(commands.at(-1)).toBe('MOVE X0 Y0');
  const { travelMm } = planDrawing(lines, { fit: 'none', order: false, machine: defaultMachine });
  expect(plan.travelMm).toBeGreaterThan(travelMm + 200);
});

it('a plan interrupts a stroke that is too long for one filling of the pen', () => {
  const { plan } = jobOf(drawingOf(line(10, 100)), settingsOf('refill=0.04'));
  const { strokes, refills } = plan.layers[0]!;
  expect(strokes.map((points) => Math.round(points.at(-2)! * 1000) / 1000)).toEqual([50, 90, 110]);
  expect(refills).toEqual([1, 2]);
  // At 100 mm/s, with ramps at both ends.
  const timed = jobOf(drawingOf(line(10, 100)), settingsOf('refillTime=0.0125min'));
  expect(timed.plan.layers[0]?.refills).toEqual([1]);
});

it('a plan dips the pen at the start and for refills, at a machine position that is independent of the paper', () => {
  const options = { ...settingsOf('refill=0.07, dip=5x180/20x180.5'), paperAt: { xMm: 20, yMm: 10 } };
  const { commands, pauses, pens, plan } = jobOf(lines, options);
  const dip = ['MOVE X400 Y14400', 'PENDOWN', 'MOVE X1600 Y14440', 'PENUP'];
  expect(commands.slice(1, 5)).toEqual(dip);
  expect(commands.slice(13, 17)).toEqual(dip);
  expect(pauses).toEqual([]);
  expect(pens[0]?.dip).toBe('5x180/20x180.5');
  const rest = jobOf(lines, { ...options, from: 2 });
  expect(rest.commands.slice(1, 5)).toEqual(dip);
  expect(rest.plan.layers[0]?.refills).toEqual([1]);
  const text = [...writePlan('gcode-grbl', plan, { machine: defaultMachine })].join('');
  expect(text.match(/G0 X-15 Y/g)).toHaveLength(2);
});

it('a plan continues closed shapes past their start by at most one circuit', () => {
  const square = { points: new Float64Array([0, 0, 10, 0, 10, 10, 0, 10, 0, 0]), layer: 0 };
  const drawn = (seam: string) =>
    [...jobOf(drawingOf(square, line(20, 5)), settingsOf(seam)).plan.layers[0]!.strokes[0]!].slice(10);
  expect(drawn('seam=12mm')).toEqual([10, 0, 10, 2]);
  expect(drawn('seam=50')).toEqual([10, 0, 10, 10, 0, 10, 0, 0]);
  expect(drawn('seam=12,passes=2').slice(8)).toEqual([10, 0, 10, 2]);
});

it.each<[string, Partial<Machine>]>([
  ['refill=0.05', {}],
  ['refill=0.05', { parkAt: { xMm: 0, yMm: 150 } }],
  ['refill=0.05,dip=5x180/20x180,delay=100', { parkAt: { xMm: 0, yMm: 150 }, cornerDeviationMm: 0.01 }],
])('a plan includes the time of refills: %s %j', (settings, differs) => {
  const machine = { ...defaultMachine, ...differs };
  const { plan } = jobOf(lines, { ...settingsOf(settings), layers: [0, 1], order: true }, machine);
  expect(timelineOf(plan, machine).totalMs / plan.timeMs).toBeCloseTo(1, 2);
  expect(plan.before.timeMs).toBeGreaterThanOrEqual(plan.timeMs - 1e-6);
});

it.each([
  ['seam=51', /use 0 to 50 mm/],
  ['refill=0', /use 0.01 to 10000 m/],
  ['dip=10', /“10” is not a place to dip at/],
  ['dip=5x5/430x10', /“430x10” is outside the limits of this plotter/],
  [`dip=${Array(21).fill('1x1').join('/')}`, /up to 20/],
])('a plan refuses %s', (text, message) => {
  expect(() => jobOf(lines, settingsOf(text))).toThrow(message);
});
