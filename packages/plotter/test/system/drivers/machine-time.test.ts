import { commandsOf, planDrawing, readSvg } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { simulatedMachine } from '../../../../../tools/bench/lib/machine-time.mjs';
import { families } from '../../../src/drivers/families.ts';
import type { Family } from '../../../src/drivers/family.ts';
import type { Profile } from '../../../src/drivers/profile.ts';
import { Estimator } from '../../../src/machine/estimator.ts';

const svgOf = (content: string) =>
  readSvg(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="200mm" height="130mm" viewBox="0 0 200 130">${content}</svg>`,
    ),
  );
const circles = svgOf([0, 1, 2, 3].map((at) => `<circle cx="${35 + 10 * at}" cy="35" r="30"/>`).join(''));
const corners = svgOf('<path d="M20 80h40v40h-40zM90 80h30v30h-30zM130 10l20 60l-10 -60l30 40l5 -1"/>');

function estimate(profile: Profile, commands: readonly string[]): number {
  const estimator = new Estimator(profile, { position: { x: 0, y: 0 }, pen: 'up' });
  const timesMs: number[] = [];
  for (const command of commands) {
    estimator.add(command);
    timesMs.push(...estimator.take());
  }
  const totalMs = estimator.finish();
  timesMs.push(...estimator.take());
  expect(timesMs.length).toBe(commands.length);
  expect(timesMs.reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(totalMs, 3);
  return totalMs;
}

/** For each driver: the slowdown of circles with a stop at every corner, and additional profile members. */
const cases: [Family['name'], times: number, members?: Partial<Profile>][] = [
  ['stationery', 3],
  ['pico', 0.99],
  ['grbl', 3],
  // These two use the speed of the other machines.
  ['ebb', 3, { speed: 8000 }],
  ['marlin', 3, { speed: 8000 }],
];

it.each(cases)(
  'a job takes as long as estimated on the simulator of %s, within 3 %',
  async (name, times, members = {}) => {
    const machine = await simulatedMachine(families[name], members);
    const profile: Profile = { ...machine.profile, limits: null };
    // Lifting a pen that is already up takes no time.
    await machine.run(['PENUP']);
    for (const drawing of [corners, circles]) {
      const plan = planDrawing(drawing, { machine: profile });
      const commands = [...commandsOf(plan, profile)];
      const machineMs: number = await machine.run(commands);
      for (const estimatedMs of [estimate(profile, commands), plan.timeMs]) {
        expect(estimatedMs / machineMs).toBeGreaterThan(0.97);
        expect(estimatedMs / machineMs).toBeLessThan(1.03);
      }
      if (drawing !== circles) continue;
      const stoppingMs = estimate({ ...profile, cornerDeviationMm: 0 }, commands);
      expect(stoppingMs / machineMs).toBeGreaterThan(times);
    }
    await machine.close();
  },
);
