import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { followEvents } from './support/event-stream.ts';
import { type JobBody, startScripted, type TestPlotter } from './support/test-plotter.ts';

const silentAt = (wanted: string) => (line: string) => (line === wanted ? undefined : `OK ${line}\n`);
const move = (plotter: TestPlotter, id: number, to: object) => plotter.send('POST', `/jobs/${id}/move`, to);

async function queueOf(plotter: TestPlotter): Promise<number[]> {
  const { jobs } = (await (await plotter.get('/queue')).json()) as { jobs: JobBody[] };
  const orders = jobs.map(({ queueOrder }) => queueOrder as number);
  expect(orders).toEqual(orders.toSorted((one, other) => one - other));
  return jobs.map(({ id }) => id);
}

describe('the order of the queue', () => {
  it('can be changed job by job, and determines which job runs next', async () => {
    const plotter = await startScripted(silentAt('FIRST'));
    for (const name of ['FIRST', 'B', 'C', 'D', 'E']) await plotter.queue([name]);
    expect(await queueOf(plotter)).toEqual([2, 3, 4, 5]);
    const events = await followEvents(plotter);
    const moved = await move(plotter, 5, { to: 'first' });
    expect([moved.status, await moved.json()]).toMatchObject([200, { id: 5, queueOrder: 2 }]);
    await events.expectEvent('job', { id: 4, queueOrder: 5 });
    expect(await queueOf(plotter)).toEqual([5, 2, 3, 4]);
    await move(plotter, 2, { to: 'last' });
    await move(plotter, 4, { before: 3 });
    await move(plotter, 4, { before: 4 });
    expect(await queueOf(plotter)).toEqual([5, 4, 3, 2]);
    await plotter.queue(['F']);
    expect(await queueOf(plotter)).toEqual([5, 4, 3, 2, 6]);

    plotter.device.say('OK\n');
    await plotter.expectState(6, 'done');
    expect(plotter.device.heard).toEqual(['FIRST', 'E', 'D', 'C', 'B', 'F']);
    expect(await plotter.job(5)).toMatchObject({ queueOrder: null });
  });

  it('survives if the service is killed', async () => {
    const folder = await temporaryFolder();
    const plotter = await startScripted(silentAt('FIRST'), { folder });
    for (const name of ['FIRST', 'B', 'C', 'D']) await plotter.queue([name]);
    await move(plotter, 4, { to: 'first' });
    // A copy of the disk at this moment is the state after a kill.
    const left = join(await temporaryFolder(), 'left');
    await cp(folder, left, { recursive: true });
    const restarted = await startScripted(undefined, { folder: left });
    expect(await queueOf(restarted)).toEqual([4, 2, 3]);
    expect(await restarted.job(4)).toMatchObject({ state: { state: 'held' } });
    await restarted.resume(3);
    await restarted.expectState(3, 'done');
    expect(await queueOf(restarted)).toEqual([4, 2]);
  });

  it('is not changed by an invalid request', async () => {
    const plotter = await startScripted(silentAt('FIRST'));
    for (const name of ['FIRST', 'B', 'C']) await plotter.queue([name]);
    const refusals: [number, object, number, string][] = [
      [1, { to: 'last' }, 409, 'wrong-job-state'],
      [3, { before: 1 }, 409, 'wrong-job-state'],
      [3, { before: 99 }, 404, 'unknown-job'],
      [99, { to: 'first' }, 404, 'unknown-job'],
      [3, {}, 400, 'invalid-request'],
      [3, { to: 'first', before: 2 }, 400, 'invalid-request'],
      [3, { to: 'middle' }, 400, 'invalid-request'],
    ];
    for (const [id, to, status, code] of refusals) {
      const refused = await move(plotter, id, to);
      expect([to, refused.status, refused.headers.get('error-code')]).toEqual([to, status, code]);
    }
    expect(await queueOf(plotter)).toEqual([2, 3]);
  });
});

describe('the duration of a job', () => {
  it('is the plotting time without pauses', async () => {
    const clock = new ManualClock();
    const plotter = await startScripted((line) => (line.startsWith('SLOW') ? undefined : `OK ${line}\n`), {
      clock,
    });
    const { id } = await plotter.queue(['PENUP', 'SLOW 1', 'PENUP', 'SLOW 2'], {
      pauses: [{ before: 3, reason: 'Pen 2' }],
    });
    await plotter.device.expectHeard('SLOW 1');
    await clock.advance(500);
    expect(await plotter.job(id)).toMatchObject({ durationMs: 500 });
    plotter.device.say('OK\n');
    await plotter.expectState(id, 'paused');
    await clock.advance(1_000);
    expect(await plotter.job(id)).toMatchObject({ durationMs: 500, endedAt: null });
    await plotter.resume(id);
    await plotter.device.expectHeard('SLOW 2');
    await clock.advance(200);
    plotter.device.say('OK\n');
    expect(await plotter.expectState(id, 'done')).toMatchObject({ durationMs: 700 });
    await plotter.queue(['SLOW 3']);
    const waiting = await plotter.queue(['PENUP']);
    expect(waiting.durationMs).toBeNull();
    // With a stopped clock, a stop would wait for the running command.
    await plotter.device.expectHeard('SLOW 3');
    plotter.device.say('OK\n');
    await plotter.expectState(waiting.id, 'done');
  });
});
