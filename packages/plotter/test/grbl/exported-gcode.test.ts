import { defaultMachine, planFile, writePlan } from '@stationery/drawing';
import { expect, it } from 'vitest';
import { expectInk } from '../drivers/same-ink.ts';
import { grblRig } from './grbl-rig.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" fill="none">
  <g stroke="#f00"><circle cx="20" cy="20" r="10"/><path d="M5 5H30V9.7"/></g>
  <g stroke="#00f"><path d="M40 30L50.5 35.25M1 39L3 37 5 39"/></g></svg>`;
const stepsPerMm = 80;

it.each([
  ['gcode-grbl', { by: 'spindle', downAbove: 300, moveMs: 100 }],
  ['gcode-fluidnc', { by: 'z', touchesAtMm: 2, down: 'below' }],
] as const)('a drawing exported as %s runs on Grbl and draws the same picture', async (format, pen) => {
  const { plan } = await planFile(svg, { marginMm: 0 });
  const rig = await grblRig({
    speedFactor: Number.POSITIVE_INFINITY,
    settings: { 100: stepsPerMm, 101: stepsPerMm },
    pen,
  });
  rig.news();
  const text = [...writePlan(format, plan, { machine: defaultMachine })].join('');
  for (const line of text.trimEnd().split('\n')) {
    const replies = await rig.ask(line);
    // The user changes the pen and presses start.
    if (line === 'M0') replies.push(...(await rig.ask('~')));
    expect(
      replies.filter((reply) => reply !== 'ok' && !reply.startsWith('[')),
      line,
    ).toEqual([]);
  }
  const expected = plan.layers.flatMap(({ strokes }) =>
    strokes.map((points) =>
      Array.from({ length: points.length / 2 }, (_, at) => ({
        x: Math.round(points[2 * at]! * stepsPerMm),
        y: Math.round((plan.paper.heightMm - points[2 * at + 1]!) * stepsPerMm),
      })),
    ),
  );
  expectInk(rig.grbl.strokes(), expected);
  await rig.grbl.close();
});
