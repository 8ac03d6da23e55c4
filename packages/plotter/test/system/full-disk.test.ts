import { needsMounts } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { stationery } from '../../src/drivers/stationery/family.ts';
import { fillToTheLastByte, smallDisk } from '../support/full-disk.ts';
import { alwaysOk } from '../support/scripted-device.ts';
import { startScripted, type TestPlotter } from '../support/test-plotter.ts';

const mounts = needsMounts();
const moves = Array.from({ length: 1500 }, (_, at) => `MOVE X${at + 1} Y0`);

async function resultCount(plotter: TestPlotter, id: number): Promise<number> {
  let count = 0;
  for (let from: number | null = 0; from !== null; ) {
    const answer = await plotter.get(`/jobs/${id}/results?from=${from}`);
    const page = (await answer.json()) as { next: number | null; results: { ok: boolean }[] };
    expect(page.results.every(({ ok }) => ok)).toBe(true);
    count += page.results.length;
    from = page.next;
  }
  return count;
}

describe.skipIf(!mounts.run)(`a completely full data disk (${mounts.label})`, () => {
  it('interrupts the job with the pen up, rejects requests that need space, and recovers', async () => {
    const folder = await smallDisk();
    const plotter = await startScripted(alwaysOk, { folder });
    const { id } = await plotter.queue(['PENDOWN', ...moves]);
    const { id: second } = await plotter.queue(['PENUP', 'MOVE X7 Y7']);
    await expect.poll(() => plotter.device.heard.length).toBeGreaterThan(300);
    const makeRoom = fillToTheLastByte(folder);

    const { state, completed } = await plotter.expectState(id, 'interrupted');
    expect(state).toMatchObject({
      next: completed,
      unknown: null,
      reason: expect.stringMatching(/disk .*full/),
    });
    expect(plotter.device.heard.at(-1)).toBe('PENUP');
    expect(plotter.device.heard.filter((line) => line.startsWith('MOVE'))).toHaveLength(completed - 1);
    expect(await plotter.status()).toMatchObject({ job: null, queued: 0, pen: 'up' });
    expect((await plotter.job(second)).state).toMatchObject({
      state: 'held',
      reason: expect.stringMatching(/full/),
    });
    // All results are readable, although the newest could not be written.
    expect(await resultCount(plotter, id)).toBe(completed);

    const refusals = [
      await plotter.send('POST', '/job', { commands: ['HOME'] }),
      await plotter.send('POST', '/job', { commands: ['HOME'] }, { prefer: 'respond-async' }),
      await plotter.post(`/jobs/${id}/resume`),
      await plotter.post(`/jobs/${second}/resume`),
      await plotter.post(`/jobs/${second}/rerun`),
      await plotter.send('PUT', '/machine', { ...stationery.defaultProfile, name: 'x'.repeat(100) }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 507));
    expect(await refusals[0]?.json()).toMatchObject({
      detail: expect.stringMatching(/disk .*full.*Free some space/),
    });
    // Requests without writes still work.
    expect((await plotter.command('PENUP')).status).toBe(200);
    expect((await plotter.send('POST', '/check', { commands: ['HOME'] })).status).toBe(200);

    makeRoom();
    await expect.poll(async () => (await plotter.post(`/jobs/${id}/resume`)).status).toBe(200);
    await plotter.expectState(id, 'done');
    expect(await resultCount(plotter, id)).toBe(1501);
    expect((await plotter.post(`/jobs/${second}/resume`)).status).toBe(200);
    await plotter.expectState(second, 'done');
    expect((await plotter.queue(['HOME'])).id).toBeGreaterThan(second);
  });

  it('holds nothing after the interrupted job was deleted', async () => {
    const folder = await smallDisk();
    const plotter = await startScripted(alwaysOk, { folder });
    const { id } = await plotter.queue(['PENDOWN', ...moves]);
    await expect.poll(() => plotter.device.heard.length).toBeGreaterThan(300);
    const makeRoom = fillToTheLastByte(folder);
    await plotter.expectState(id, 'interrupted');
    makeRoom();
    expect((await plotter.get(`/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    const next = await plotter.queue(['PENUP']);
    await plotter.expectState(next.id, 'done');
  });

  it('loses no acknowledged command if the service ends before space is free', async () => {
    const folder = await smallDisk();
    const plotter = await startScripted(alwaysOk, { folder });
    const { id } = await plotter.queue(['PENUP', ...moves]);
    await plotter.queue(['HOME']);
    await expect.poll(() => plotter.device.heard.length).toBeGreaterThan(300);
    const makeRoom = fillToTheLastByte(folder);
    const { state } = await plotter.expectState(id, 'interrupted');
    await plotter.stop();
    makeRoom();
    const again = await startScripted(alwaysOk, { folder });
    expect((await again.job(id)).state).toMatchObject({
      state: 'interrupted',
      next: 'next' in state && state.next,
    });
    expect((await again.job(2)).state).toMatchObject({ state: 'held' });
    // This board cannot report its position, so the user has to confirm the origin.
    expect((await again.post(`/jobs/${id}/resume`)).status).toBe(409);
    await again.command('ZERO');
    expect((await again.post(`/jobs/${id}/resume`)).status).toBe(200);
    await again.expectState(id, 'done');
    const drawn = [...plotter.device.heard, ...again.device.heard].filter((line) => line.startsWith('MOVE'));
    expect(new Set(drawn).size).toBe(1500);
    expect(await resultCount(again, id)).toBe(1501);
  });
});
