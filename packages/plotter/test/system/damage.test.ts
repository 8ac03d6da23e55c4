import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repairDatabase } from '@stationery/core';
import { damageKinds, Random, temporaryFolder } from '@stationery/core/testing';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { plotterData } from '../../src/index.ts';
import { startTestPlotter } from '../support/test-plotter.ts';

const vitalSettings = Object.entries(plotterData.settings).flatMap(([name, { damage }]) =>
  damage === undefined ? [] : [name],
);

/** Returns the folder of a service that was killed during a job, with one job done and a machine profile. */
async function cutOffPlotter(): Promise<string> {
  const folder = await temporaryFolder();
  const plotter = await startTestPlotter({ folder });
  const machine = (await (await plotter.get('/machine')).json()) as object;
  expect((await plotter.send('PUT', '/machine', { ...machine, stepsPerMm: 123 })).status).toBe(200);
  await plotter.expectState((await plotter.queue(['PENUP', 'MOVE X1 Y1'], { name: 'first' })).id, 'done');
  const commands = Array.from({ length: 30 }, (_, at) => `MOVE X${at} Y0`);
  const job = await plotter.queue(commands, {
    name: 'second',
    pauses: [{ before: 20, reason: 'Change the pen' }],
  });
  await plotter.expectState(job.id, 'paused');
  const copies = () =>
    readdirSync(join(folder))
      .filter((name) => /\.copy-\d\.json$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  await expect.poll(copies).toContainEqual(expect.stringContaining('paused'));
  const template = `${folder}-cut-off`;
  cpSync(folder, template, { recursive: true });
  return template;
}

async function refusal(folder: string, isExact: boolean): Promise<string | undefined> {
  try {
    const plotter = await startTestPlotter({ folder });
    const { jobs } = (await (await plotter.get('/jobs')).json()) as { jobs: { id: number; name: string }[] };
    if (isExact) {
      expect(jobs.map(({ name }) => name)).toEqual(['second', 'first']);
      expect(await (await plotter.get('/machine')).json()).toMatchObject({ stepsPerMm: 123 });
      expect((await plotter.command('PENUP')).status).toBeLessThan(500);
    }
    await plotter.stop();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SettingError', message: expect.stringContaining(folder) });
    expect((error as Error).message).toMatch(/stationery doctor --repair/);
    return (error as Error).message;
  }
}

describe('a plotter service with damaged data', () => {
  it('starts, or reports what to do, and has its jobs after a repair', {
    timeout: 180_000,
  }, async () => {
    const template = await cutOffPlotter();
    const random = new Random(29);
    const said: string[] = [];
    const files = readdirSync(template).filter((name) => !name.startsWith('lock'));
    expect(files).toEqual(expect.arrayContaining(['acknowledged', 'plotter.db', 'plotter.db-wal']));
    for (const file of files) {
      for (const [kind, damage] of Object.entries(damageKinds)) {
        const folder = `${template}-again`;
        rmSync(folder, { recursive: true, force: true });
        cpSync(template, folder, { recursive: true });
        damage(join(folder, file), random);
        const isTextual = file.startsWith('plotter.db') && kind === 'flipped';
        if ((await refusal(folder, !isTextual)) === undefined) continue;
        said.push(`${file} ${kind}`);
        expect(repairDatabase(folder, plotterData)?.aside.length, `${file} ${kind}`).toBeGreaterThan(0);
        expect(await refusal(folder, true), `${file} ${kind}`).toBeUndefined();
      }
    }
    expect(said).toEqual(
      expect.arrayContaining(['plotter.db zeroed', 'plotter.db-wal emptied', 'acknowledged folder']),
    );
    rmSync(template, { recursive: true });
    rmSync(`${template}-again`, { recursive: true });
  });

  it.each(vitalSettings)('can be repaired if only its setting “%s” is unreadable', async (name) => {
    const folder = await temporaryFolder();
    const first = await startTestPlotter({ folder });
    await first.stop();
    const database = new Sqlite(join(folder, 'plotter.db'));
    database.prepare("INSERT OR REPLACE INTO settings VALUES (?, '{\"sess')").run(name);
    database.close();
    expect(await refusal(folder, false)).toMatch(/doctor --repair/);
    expect(repairDatabase(folder, plotterData)?.aside.length).toBeGreaterThan(0);
    expect(await refusal(folder, false)).toBeUndefined();
  });

  it('cancels jobs whose commands are lost, giving a reason', async () => {
    const template = await cutOffPlotter();
    damageKinds.foreign(join(template, 'plotter.db'), new Random(3));
    rmSync(join(template, 'plotter.db-wal'));
    const repair = repairDatabase(template, plotterData);
    expect(repair?.tables).toContainEqual({ table: 'job_blocks', rows: 0, from: 'nowhere' });
    const plotter = await startTestPlotter({ folder: template });
    expect(await plotter.job(2)).toMatchObject({
      name: 'second',
      state: { state: 'cancelled', reason: expect.stringContaining('lost') },
    });
    expect((await plotter.queue(['PENUP'])).id).toBeGreaterThan(2);
    await plotter.stop();
    rmSync(template, { recursive: true });
  });

  it('fails jobs that lost some of their commands, giving a reason, and continues with the next', async () => {
    const template = await cutOffPlotter();
    const block = (from: number, length: number) =>
      Array.from({ length }, (_, at) => `MOVE X${from + at} Y0`).join('\n');
    const change = (sql: string) => {
      const raw = new Sqlite(join(template, 'plotter.db'));
      raw.exec(sql);
      raw.close();
    };
    // One job lacks a block in the middle, one a command of its last block, and one has too high a count.
    const open = (id: number, total: number, state: object) =>
      `INSERT INTO jobs (id, state, total, created_at) VALUES (${id}, '${JSON.stringify(state)}', ${total}, '');`;
    const add = (id: number, number: number, length: number) =>
      `INSERT INTO job_blocks VALUES (${id}, ${number}, '${block(number * 1000, length)}', 1, x'');`;
    const cut = (next: number) => ({ state: 'interrupted', next, unknown: null, reason: 'Cut off.' });
    change(
      [
        open(11, 2500, cut(2400)) + add(11, 0, 1000) + add(11, 2, 500) + add(11, 7, 500),
        open(12, 30, cut(30)) + add(12, 0, 29),
        open(13, 30, cut(31)) + add(13, 0, 30),
        open(14, 30, { state: 'running', next: 3 }) + add(14, 0, 29),
        open(15, 30, { state: 'held', reason: 'Cancelled by a user.' }) + add(15, 0, 29),
        open(16, 30, cut(20)) + add(16, 0, 30),
        "INSERT INTO job_results VALUES (16, 10, 1, 'OK', NULL, NULL), (16, 30, 1, 'OK', NULL, NULL);",
      ].join(''),
    );
    cpSync(template, `${template}-unrepaired`, { recursive: true });
    const lost = { state: 'failed', reason: expect.stringContaining('commands of this job are lost') };
    const unrepaired = await startTestPlotter({ folder: `${template}-unrepaired` });
    expect((await unrepaired.job(14)).state).toMatchObject(lost);
    expect((await unrepaired.post('/jobs/2/cancel')).status).toBe(200);
    for (const id of [11, 12, 13]) {
      expect((await unrepaired.resume(id, true)).status).toBe(409);
      expect((await unrepaired.job(id)).state).toMatchObject(lost);
    }
    expect((await unrepaired.post('/jobs/15/resume')).status).toBe(200);
    await expect.poll(() => unrepaired.job(15)).toMatchObject({ state: lost, completed: 0 });
    for (const what of ['commands', 'results']) {
      expect((await unrepaired.get(`/jobs/15/${what}`)).status, what).toBe(what === 'commands' ? 409 : 200);
    }
    expect((await unrepaired.post('/jobs/15/rerun')).status).toBe(409);
    await unrepaired.expectState((await unrepaired.queue(['PENUP'])).id, 'done');
    await unrepaired.stop();

    change("UPDATE settings SET value = '{' WHERE name = 'origin'");
    // Without a copy, the jobs added above are taken from the database.
    for (const place of [1, 2]) rmSync(join(template, `plotter.copy-${place}.json`), { force: true });
    expect(repairDatabase(template, plotterData)?.tables).toContainEqual({
      table: 'job_blocks',
      rows: 10,
      from: 'database',
    });
    const repaired = await startTestPlotter({ folder: template });
    for (const id of [11, 12, 13, 14, 15]) {
      expect((await repaired.job(id)).state, `${id}`).toMatchObject({ state: 'cancelled' });
    }
    expect((await repaired.job(16)).state).toMatchObject({ state: 'interrupted', next: 20 });
    const { results } = (await (await repaired.get('/jobs/16/results')).json()) as { results: object[] };
    expect(results).toHaveLength(1);
    await repaired.stop();
    for (const end of ['', '-unrepaired']) rmSync(`${template}${end}`, { recursive: true });
  });
});
