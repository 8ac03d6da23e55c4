import { expect, it } from 'vitest';
import { familyList } from '../../src/drivers/families.ts';
import { startSimulated } from '../support/test-plotter.ts';

/** The Pico firmware has no RESET. */
const kinds = familyList.filter(({ name }) => name !== 'pico').map((kind) => [kind.name, kind] as const);

it.each(kinds)('RESET does not interrupt the job on %s that contains it', async (_, kind) => {
  const plotter = await startSimulated(kind);
  const { id } = await plotter.queue(['PENUP', 'MOVE X90 Y90', 'RESET', 'PENUP', 'MOVE X80 Y80', 'PENUP']);
  expect(await plotter.expectState(id, 'done')).toMatchObject({ completed: 6, failed: 0 });
  const { position } = await plotter.status();
  expect(position).toEqual({ x: 80, y: 80 });
  // A restarted board counts from its current position.
  const carriage = ['grbl', 'marlin'].includes(kind.name) ? { x: 80, y: 80 } : { x: 170, y: 170 };
  expect(plotter.machine.status().carriage).toEqual(carriage);
});
