import { openDatabase } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { migrations } from '../src/store/schema.ts';
import { followEvents } from './support/event-stream.ts';
import { type JobBody, startScripted, startTestPlotter } from './support/test-plotter.ts';

const silentAt = (wanted: string) => (line: string) => (line === wanted ? undefined : `OK ${line}\n`);
/** Nine commands up to half of the time, one without duration, and two for the rest. */
const lateMiddle = [...Array(8).fill('SPEED 8000'), 'MOVE X8000 Y0', 'MIDDLE', 'MOVE X0 Y0', 'PENUP'];
const middle = 'MIDDLE';

const isSorted = (numbers: number[]) => numbers.every((one, at) => at === 0 || one >= numbers[at - 1]!);

describe('the progress of a job', () => {
  it('is the elapsed share of its time, in the job, the status, the list and the events', async () => {
    const plotter = await startScripted(silentAt(middle));
    const events = await followEvents(plotter);
    expect(await plotter.queue(lateMiddle)).toMatchObject({ progress: 0 });
    await plotter.device.expectHeard(middle);
    const half = expect.closeTo(0.5, 3);
    const job = await plotter.job(1);
    expect(job).toMatchObject({ state: { next: 9 }, progress: half });
    expect(job.remainingMs).toBeCloseTo(1_100, -3);
    expect(await plotter.status()).toMatchObject({ job: { progress: half } });
    expect(await (await plotter.get('/jobs')).json()).toMatchObject({ jobs: [{ progress: half }] });
    await plotter.post('/jobs/1/pause');
    await events.expectEvent('job', { state: { state: 'pausing', next: 9 }, progress: half });
    await plotter.post('/jobs/1/resume');
    plotter.device.say('OK\n');
    expect(await plotter.expectState(1, 'done')).toMatchObject({ progress: 1, remainingMs: null });
  });

  it('never decreases, even if a stroke is repeated', async () => {
    const stroke = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => `MOVE X${at * 400} Y0`);
    const cut = stroke[5]!;
    const silent = (line: string) => (stroke.includes(line) ? undefined : `OK ${line}\n`);
    const plotter = await startScripted(silent, { clock: new ManualClock() });
    const seen: JobBody[] = [];
    const drawTo = async (last: string, times: number) => {
      for (const line of stroke.slice(0, stroke.indexOf(last) + 1)) {
        await plotter.device.expectHeard(line, times);
        seen.push(await plotter.job(1));
        if (line !== last) plotter.device.say('OK MOVE\n');
      }
    };
    await plotter.queue(['PENUP', 'MOVE X0 Y0', 'PENDOWN', ...stroke, 'PENUP', 'MOVE X0 Y0']);
    await drawTo(cut, 1);
    plotter.device.hangUp();
    const { progress } = await plotter.expectState(1, 'interrupted');
    expect(progress).toBe(seen.at(-1)?.progress);
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    await plotter.resume(1, true);
    await drawTo(cut, 2);
    expect(seen.slice(6)).toMatchObject(Array(6).fill({ progress }));
    plotter.device.script = (line) => `OK ${line}\n`;
    plotter.device.say('OK MOVE\n');
    seen.push(await plotter.expectState(1, 'done'));

    expect(new Set(seen.map((job) => job.progress)).size).toBe(7);
    expect(isSorted(seen.map((job) => job.progress))).toBe(true);
  });

  it('continues and is reported during a long stroke', async () => {
    const clock = new ManualClock();
    const plotter = await startScripted(silentAt('MOVE X80000 Y0'), { clock });
    const events = await followEvents(plotter);
    const { estimatedMs } = await plotter.queue(['MOVE X80000 Y0']);
    expect(estimatedMs).toBeCloseTo(10_100, 0);
    await plotter.device.expectHeard('MOVE X80000 Y0');
    await clock.advance(5_050);
    const told = () =>
      events.seen.filter(({ name }) => name === 'job').map(({ data }) => (data as JobBody).progress);
    await expect
      .poll(() => told().slice(-5))
      .toEqual([1, 2, 3, 4, 5].map((seconds) => expect.closeTo(seconds / 10.1, 3)));
    expect(await plotter.job(1)).toMatchObject({ progress: 0.5, remainingMs: expect.closeTo(5_050, 0) });
    await clock.advance(60_000);
    expect((await plotter.job(1)).state.state).toBe('running');
    plotter.device.say('OK MOVE\n');
    await plotter.expectState(1, 'done');
    await plotter.stop();
    expect(clock.pending).toBe(0);
  });

  it('survives a restart, even during the job', async () => {
    const half = expect.closeTo(0.5, 3);
    const first = await startScripted(silentAt(middle));
    await first.queue(lateMiddle);
    await first.device.expectHeard(middle);
    await first.stop();
    const { database, close } = openDatabase({ folder: first.folder, owner: 'plotter', migrations });
    // Restores the state that a crash of the process leaves.
    database.exec(`UPDATE jobs SET state = '{"state":"running","next":0}', progress = 0`);
    close();

    const second = await startTestPlotter({ folder: first.folder });
    expect(await second.job(1)).toMatchObject({ state: { state: 'interrupted' }, progress: half });
    await second.post('/jobs/1/cancel');
    expect(await second.job(1)).toMatchObject({ state: { state: 'cancelled' }, progress: half });
    expect(((await (await second.post('/jobs/1/rerun')).json()) as JobBody).progress).toBe(0);
  });
});
