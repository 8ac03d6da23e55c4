import { join } from 'node:path';
import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { grbl } from '../src/drivers/grbl/family.ts';
import {
  sharedTestPlotter,
  startScripted,
  startSimulated,
  startTestPlotter,
  type TestPlotter,
} from './support/test-plotter.ts';

type Profile = AnswerOf<typeof plotterRoutes.getMachine>;
const read = async (plotter: TestPlotter, path = '/machine') =>
  (await (await plotter.get(path)).json()) as Profile;

const other: Profile = {
  name: 'Mine',
  stepsPerMm: 12.5,
  coordinates: 'relative',
  size: { widthMm: 210, heightMm: 297 },
  limits: { minX: -1, maxX: 1000, minY: 0, maxY: 2000 },
  enforceLimits: true,
  speed: 500,
  acceleration: 900,
  penUpMs: 0,
  penDownMs: 200,
};

/** Stationery firmware reports its corner deviation in steps and its pen range in degrees. */
const reported = {
  can: { penControl: [], drivenByProfile: false, linesAreCommands: true, lowersGently: false },
  penHeightLimits: { min: 31, max: 180 },
  reported: ['cornerDeviationMm', 'penHeightLimits'],
};
const told = { driver: 'stationery', cornerDeviationMm: 0.128, ...reported };

describe('the machine profile', () => {
  const shared = sharedTestPlotter();

  it('defaults to the Stationery plotter', async () => {
    const plotter = await startTestPlotter();
    expect(await read(plotter)).toEqual({
      name: expect.stringMatching(/./),
      driver: 'stationery',
      stepsPerMm: 80,
      coordinates: 'absolute',
      size: { widthMm: 420, heightMm: 297 },
      limits: { minX: -33_600, maxX: 33_600, minY: -23_760, maxY: 23_760 },
      enforceLimits: null,
      speed: 8000,
      acceleration: 80_000,
      penUpMs: 120,
      penDownMs: 150,
      cornerDeviationMm: 0.02,
      ...reported,
    });
  });

  it('survives a restart', async () => {
    const plotter = await startTestPlotter();
    const answer = await plotter.send('PUT', '/plotter/machine', other);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(other);
    await expect.poll(() => read(plotter, '/plotter/machine')).toEqual({ ...other, ...told });
    await plotter.stop();
    const again = await startTestPlotter({ folder: plotter.folder });
    await expect.poll(() => read(again)).toEqual({ ...other, ...told });
  });

  it('is not replaced by the default if it is damaged', async () => {
    const plotter = await startTestPlotter();
    await plotter.send('PUT', '/machine', other);
    await plotter.stop();
    const database = new Sqlite(join(plotter.folder, 'plotter.db'));
    const damaged = database.prepare("UPDATE settings SET value = '{' WHERE value LIKE '%\"Mine\"%'").run();
    database.close();
    expect(damaged.changes).toBe(1);
    await expect(startTestPlotter({ folder: plotter.folder })).rejects.toThrow('stationery doctor --repair');
  });

  it('needs neither limits nor a size', async () => {
    const plotter = await startTestPlotter();
    const { size: _, ...rest } = other;
    await plotter.send('PUT', '/machine', { ...rest, limits: null });
    await expect.poll(() => read(plotter)).toEqual({ ...other, ...told, size: null, limits: null });
  });

  it.each<[object, string]>([
    [{ stepsPerMm: 0 }, '/stepsPerMm'],
    [{ stepsPerMm: '80' }, '/stepsPerMm'],
    [{ coordinates: 'polar' }, '/coordinates'],
    [{ speed: -1 }, '/speed'],
    [{ acceleration: 0 }, '/acceleration'],
    [{ penUpMs: -1 }, '/penUpMs'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ limits: { minX: 5, maxX: 5, minY: 0, maxY: 1 } }, '/limits'],
    [{ limits: { minX: 0, maxX: 1, minY: 2, maxY: 1 } }, '/limits'],
    [{ name: undefined }, '/name'],
    [{ limits: undefined }, '/limits'],
    [{ colour: 'blue' }, '/colour'],
  ])('is rejected with %j', async (change, pointer) => {
    const plotter = await shared();
    const before = await read(plotter);
    const answer = await plotter.send('PUT', '/machine', { ...other, ...change });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ pointer });
    expect(await read(plotter)).toEqual(before);
  });

  it('cannot be changed while a job runs', async () => {
    const plotter = await startScripted(() => undefined);
    const { id } = await plotter.queue(['A']);
    await plotter.device.expectHeard('A');
    const answer = await plotter.send('PUT', '/machine', other);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ job: id });
  });

  it('determines estimates', async () => {
    const plotter = await startTestPlotter();
    await plotter.send('PUT', '/machine', {
      ...other,
      coordinates: 'absolute',
      speed: 100,
      acceleration: 1e6,
    });
    expect((await plotter.queue(['MOVE X1000 Y0'])).estimatedMs / 1000).toBeCloseTo(10, 1);
  });

  it('determines estimates of lines in the language of the machine', async () => {
    const plotter = await startSimulated(grbl);
    // 100 mm at 10 mm/s, and the time to accelerate and brake.
    expect((await plotter.queue(['G1 X100 F600'])).estimatedMs / 1000).toBeCloseTo(10, 0);
  });
});
