import { expect, it } from 'vitest';
import { boardRig, bootMs } from '../../../test/board-rig.ts';
import { estimateCommands } from './estimate.ts';
import { a3Plotter } from './machine-model.ts';

const model = { ...a3Plotter, speed: 1000, acceleration: 1000 };
const lines = [
  'MOVE X2000 Y0',
  'PENDOWN',
  'MOVE X2000 Y2000',
  'PENUP',
  'PENUP',
  'oops',
  'WAIT 40',
  'ZERO',
  'HOME',
];

it('adds up times, ways and lowerings, and counts what would be refused', () => {
  expect(estimateCommands(lines, model)).toEqual({
    durationMs: 3000 + 150 + 3000 + 120 + 40,
    drawnSteps: 2000,
    travelSteps: 2000,
    lowerings: 1,
    refused: 1,
  });
});

it('is what the virtual plotter takes', async () => {
  const { clock, open, plotter } = boardRig({ model });
  const terminal = await open();
  await clock.advance(bootMs);
  terminal.news();
  await terminal.type(`${lines.join('\n')}\n`);
  await clock.advance(estimateCommands(lines, model).durationMs - 1);
  expect(plotter.status().activity.state).toBe('busy');
  await clock.advance(1);
  expect(plotter.status().activity.state).toBe('idle');
  expect(terminal.news()).toHaveLength(lines.length);
});
