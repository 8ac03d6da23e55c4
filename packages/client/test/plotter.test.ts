import { createPlotterClient, hasStopped, type Job, PlotterError } from '@stationery/client';
import { createBackups } from '@stationery/client/backups';
import { createPhones } from '@stationery/client/phones';
import { createPlotterSetup } from '@stationery/client/setup';
import { plotterRoutes } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { startScripted, startTestPlotter } from '../../plotter/test/support/test-plotter.ts';
import { recordingFetch } from './support/recording-fetch.ts';

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const square = ['PENUP', 'MOVE X100 Y0', 'PENDOWN', 'MOVE X100 Y100', 'PENUP'];

describe('the plotter’s client', () => {
  it('has a working method for every operation of a service', async () => {
    const { url } = await startTestPlotter();
    const { fetch, used } = recordingFetch(plotterRoutes);
    const plotter = createPlotterClient({ baseUrl: url, fetch });

    expect(await plotter.health()).toMatchObject({ status: 'ok', plotter: { isOpen: true } });
    expect(await plotter.send('PENUP', { timeoutMs: 5000 })).toMatchObject({ terminalLine: 'OK PEN_UP' });
    expect(await plotter.status()).toMatchObject({ pen: 'up', portPath: 'sim:' });
    expect(await plotter.ports()).toEqual([]);
    expect(await plotter.disconnect()).toMatchObject({ link: { state: 'closed' } });
    await plotter.connect();
    expect(await plotter.choosePort((await plotter.health()).plotter.portPath)).toMatchObject({
      positionLost: expect.any(Boolean),
    });
    await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');

    const backups = createBackups('plotter', { baseUrl: url, fetch });
    const backup = await (await backups.save()).arrayBuffer();
    expect(backups.url).toBe(`${url}/api/backup`);
    expect(await backups.restore(new Uint8Array(backup))).toBeUndefined();

    const phones = createPhones('plotter', { baseUrl: url, fetch });
    expect(await phones.admit()).toMatchObject({ addresses: expect.any(Array), token: expect.any(String) });
    expect(await phones.dismiss()).toBeUndefined();
    expect(await phones.state()).toBe('off');

    expect(await plotter.send('JUMP')).toMatchObject({ ok: false, refusal: 'unknown-command' });
    const events = plotter.events();
    expect((await events.next()).value).toMatchObject({ name: 'snapshot', data: { portPath: 'sim:' } });
    await events.return();

    expect(await plotter.jobs.check({ commands: square })).toMatchObject({ ok: true, total: 5, penLifts: 1 });
    expect(await plotter.runJob({ script: square.join('\n'), name: 'square' })).toMatchObject({ ok: true });
    const [drawn] = await plotter.jobs.list({ limit: 1 });
    expect(drawn).toMatchObject({ name: 'square', state: { state: 'done' } });
    const id = drawn!.id;
    expect(await plotter.jobs.get(id)).toEqual(drawn);
    expect((await all(plotter.jobs.results(id))).map(({ sent }) => sent)).toEqual(square);
    expect(await plotter.jobs.resultsPage(id, { from: 3, limit: 1 })).toMatchObject({
      next: 4,
      results: [{ sent: 'MOVE X100 Y100', ok: true }],
    });
    expect((await plotter.jobs.commands(id)).trim().split('\n')).toEqual(square);

    expect((await plotter.jobs.preview(id)).path).toMatch(/^M/);
    const streamed = await plotter.jobs.commandStream(id);
    expect((await new Response(streamed).text()).trim().split('\n')).toEqual(square);
    const plan = await plotter.plan(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9" stroke="red"/></svg>',
      {
        options: { paper: 'a5', pens: 'one' },
        include: ['strokes'],
      },
    );
    expect(plan).toMatchObject({ paper: { widthMm: 210, heightMm: 148 }, layers: [{ strokeCount: 1 }] });
    expect(plan.commands).toBeUndefined();

    expect(await plotter.jobs.queue()).toEqual([]);
    await expect(plotter.jobs.move(id, { to: 'first' })).rejects.toMatchObject({ code: 'wrong-job-state' });
    const again = await plotter.jobs.wait((await plotter.jobs.rerun(id)).id);
    expect(again).toMatchObject({ total: 5, completed: 5, state: { state: 'done' } });
    await expect(plotter.jobs.pause(id)).rejects.toMatchObject({ status: 409 });
    await expect(plotter.jobs.resume(id)).rejects.toMatchObject({ status: 409 });
    await expect(plotter.jobs.cancel(id)).rejects.toMatchObject({ status: 409 });
    expect(await plotter.jobs.remove(id)).toBeUndefined();
    await expect(plotter.jobs.get(id)).rejects.toMatchObject({ name: 'PlotterError', status: 404 });

    const profile = await plotter.machine();
    expect(await plotter.setMachine({ ...profile, name: 'Workshop' })).toEqual({
      ...profile,
      name: 'Workshop',
    });
    const setup = createPlotterSetup({ baseUrl: url, fetch });
    expect(await setup.drivers()).toMatchObject({ choice: 'auto', presets: expect.any(Array) });
    expect(await setup.addMachine({ ...profile, name: 'Second' })).toMatchObject({ id: 2, inUse: true });
    expect(await setup.chooseMachine(1)).toMatchObject({ name: 'Workshop' });
    expect(await setup.deleteMachine(2)).toBeUndefined();
    expect(await setup.machines()).toMatchObject([{ id: 1, inUse: true }]);
    expect(await setup.detectDriver()).toMatchObject({ driver: 'stationery' });
    expect(await setup.chooseDriver('stationery')).toMatchObject({ recognised: true });
    const fine = { name: 'Fine', colour: '#000000' };
    expect(await setup.setPens([fine])).toEqual([fine]);
    expect(await setup.pens()).toEqual([fine]);
    expect(await setup.drawnDistances()).toEqual([]);
    expect(await setup.replacePen('Fine')).toEqual([]);
    expect(await setup.fleetSeat()).toMatchObject({ inFleet: false });
    await expect(setup.changeFleetSeat({ inQueue: true })).rejects.toMatchObject({ code: 'not-in-fleet' });
    await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');
    expect(await plotter.stop()).toBeUndefined();
    expect(await plotter.description()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) });
    expect(await plotter.docs()).toMatch(/^<!doctype html>/i);
    // The client lacks two operations: metrics, and the page whose URL is the `type` of an error.
    const { getMetrics, getProblemPage, ...operations } = plotterRoutes;
    expect(used()).toEqual(Object.keys(operations).sort());
  });

  it('queues, pauses, resumes and cancels jobs', async () => {
    const { url, device } = await startScripted((line) => (line === 'SLOW' ? undefined : `OK ${line}\n`));
    const plotter = createPlotterClient({ baseUrl: url });
    const job = await plotter.queueJob({ commands: ['PENUP', 'SLOW', 'PENUP'] }, { idempotencyKey: 'one' });
    expect(
      await plotter.queueJob({ commands: ['PENUP', 'SLOW', 'PENUP'] }, { idempotencyKey: 'one' }),
    ).toEqual(expect.objectContaining({ id: job.id }));
    await device.expectHeard('SLOW');
    expect(await plotter.jobs.pause(job.id)).toMatchObject({ state: { state: 'pausing' } });
    expect(await plotter.jobs.resume(job.id)).toMatchObject({ state: { state: 'running' } });
    const changes: Job[] = [];
    const waited = plotter.jobs.wait(job.id, { onChange: (change) => changes.push(change) });
    await expect.poll(() => changes.length).toBeGreaterThan(0);
    await plotter.jobs.cancel(job.id);
    device.say('OK\n');
    expect(await waited).toMatchObject({ id: job.id, state: { state: 'cancelled' } });
    expect(changes.map(hasStopped)).toEqual([...changes.slice(1).map(() => false), true]);
  });

  it('waits for a job until a timeout', async () => {
    const { url, device } = await startScripted((line) => (line === 'SLOW' ? undefined : `OK ${line}\n`));
    const plotter = createPlotterClient({ baseUrl: url });
    expect(await plotter.runJobWithin(20, { commands: ['PENUP'] })).toMatchObject({
      over: true,
      result: { ok: true },
    });
    const slow = await plotter.runJobWithin(0, { commands: ['SLOW'] });
    expect(slow).toMatchObject({ over: false, job: { total: 1 } });
    await device.expectHeard('SLOW');
    device.say('OK\n');
    await plotter.jobs.wait(slow.over ? 0 : slow.job.id);
  });

  it('reports the running job and the replies of a silent device', async () => {
    const { url, device } = await startScripted((line) => (line === 'SLOW' ? 'busy\n' : `OK ${line}\n`));
    const plotter = createPlotterClient({ baseUrl: url });
    const job = await plotter.queueJob({ commands: ['SLOW'] });
    await device.expectHeard('SLOW');
    const refused = await plotter.send('PENUP').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PlotterError);
    expect(refused).toMatchObject({ status: 409, job: job.id, title: 'A job is running' });
    device.say('OK\n');
    await plotter.jobs.wait(job.id);
    const silent = await plotter.send('SLOW', { timeoutMs: 500 }).catch((error: unknown) => error);
    expect(silent).toMatchObject({ status: 504, sent: 'SLOW', lines: ['busy'], job: undefined });
  });

  it('cancels the job when the call is aborted', async () => {
    const { url, device } = await startScripted((line) => (line === 'SLOW' ? undefined : `OK ${line}\n`));
    const plotter = createPlotterClient({ baseUrl: url });
    const giveUp = new AbortController();
    const run = plotter.runJob({ commands: ['SLOW', 'PENUP'] }, { signal: giveUp.signal });
    await device.expectHeard('SLOW');
    giveUp.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    device.say('OK\n');
    await expect.poll(async () => (await plotter.jobs.list())[0]?.state.state).toBe('cancelled');
  });

  it('streams a script unchanged', async () => {
    const { url } = await startTestPlotter();
    const plotter = createPlotterClient({ baseUrl: url });
    const script = ['; “quoted” \\ back\tslash', ...square].join('\r\n');
    // Send two bytes at a time, so that characters of several bytes are split.
    const bytes = new TextEncoder().encode(script);
    const pieces = async function* () {
      for (let at = 0; at < bytes.length; at += 2) yield bytes.subarray(at, at + 2);
    };

    expect(await plotter.jobs.checkScript(pieces())).toMatchObject({ ok: true, total: 5 });
    const progress: number[] = [];
    const job = await plotter.queueScript(pieces(), {
      job: { name: 'a "square"' },
      idempotencyKey: 'once',
      onProgress: ({ sentBytes }) => progress.push(sentBytes),
    });
    expect(job).toMatchObject({ name: 'a "square"', total: 5 });
    expect(progress.at(-1)).toBe(bytes.length);
    expect(await plotter.jobs.wait(job.id)).toMatchObject({ completed: 5 });
    const same = await plotter.queueScript(script, { job: { name: 'a "square"' }, idempotencyKey: 'once' });
    expect(same.id).toBe(job.id);
  });
});
