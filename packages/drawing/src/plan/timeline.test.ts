import { expect, it } from 'vitest';
import { defaultMachine, type Machine } from '../motion/machine.ts';
import { planFile } from '../sheet/plan-file.ts';
import type { LayerSettings } from './pen-settings.ts';
import { timelineOf } from './timeline.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none">
  <g stroke="#f00"><circle cx="20" cy="20" r="10"/><path d="M5 5H30V9.7"/></g>
  <g stroke="#00f"><path d="M40 30L50.5 35.25M1 39L3 37 5 39"/></g></svg>`;

const slow: LayerSettings = { speedMmS: 5, delayMs: 200, passes: 3 };

it.each<[string, Partial<Machine>, LayerSettings]>([
  ['stops at corners', {}, {}],
  ['passes corners', { cornerDeviationMm: 0.01, penUpSpeed: 16_000 }, {}],
  ['has a time for each step', { stepIntervalUs: 200 }, {}],
  ['has a slow pen', { cornerDeviationMm: 0.01 }, slow],
])('a timeline takes as long as its plan on a machine that %s', async (_, differs, settings) => {
  const machine = { ...defaultMachine, ...differs };
  const paperAt = { xMm: 10, yMm: 20 };
  const { plan } = await planFile(svg, { machine, paperAt, layerSettings: [{ layer: 1, ...settings }] });
  const { atMs, totalMs } = timelineOf(plan, machine);
  expect(totalMs / plan.timeMs).toBeCloseTo(1, 2);
  const strokes = plan.layers.flatMap((layer) => layer.strokes);
  expect(atMs).toHaveLength(strokes.reduce((sum, { length }) => sum + length / 2, 0));
  expect(atMs).toEqual(atMs.toSorted());
  // Before the first point, the pen travels from the origin and is lowered.
  expect(atMs[0]).toBeGreaterThan(machine.penDownMs);
  expect(totalMs).toBeGreaterThan(atMs.at(-1)! + machine.penUpMs);
});
