import type { AnswerOf, plotterRoutes } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { ask, sendSvg } from './support/plan-requests.ts';
import { alwaysOk, type Script, ScriptedDevice } from './support/scripted-device.ts';
import { startScripted, type TestPlotter } from './support/test-plotter.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm"><path d="M9 9h70" stroke="red"/></svg>';
const commands = ['PENUP', 'MOVE X80 Y0'];
const drawing = { commands, stepsPerMm: 80, name: 'Fern' };
/** Like a Pico plotter: silent when its port is opened, and VERSION is unknown. */
const silent: Script = (line) => (line === 'VERSION' ? 'ERR UNKNOWN\n' : alwaysOk(line));

async function expectWhich(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    {
      type: '/problems/machine-unidentified',
      title: 'Which plotter is this?',
      detail: expect.stringContaining('Which plotter is this?'),
    },
  ]);
}

async function usePreset(plotter: TestPlotter, id: string): Promise<void> {
  const { presets } = (await (await plotter.get('/drivers')).json()) as AnswerOf<
    typeof plotterRoutes.getDrivers
  >;
  const { profile } = presets.find((preset) => preset.id === id)!;
  expect((await plotter.send('POST', '/machines', profile)).status).toBe(201);
  await expect.poll(() => plotter.status()).toMatchObject({ recognised: true, link: { state: 'ready' } });
}

describe('an unidentified machine', () => {
  it('gets no drawings, but gets commands of clients unchanged', async () => {
    const plotter = await startScripted(silent);
    await expectWhich(await ask(plotter, svg, { job: {} }));
    await expectWhich(await sendSvg(plotter, svg, '?job=Fern'));
    await expectWhich(await plotter.send('POST', '/job', drawing));
    await expectWhich(await plotter.send('POST', '/job', drawing, { prefer: 'respond-async' }));
    const added = plotter.access.addDrawing(
      { svg: new TextEncoder().encode(svg) },
      'key',
      () => expect.unreachable(),
      AbortSignal.timeout(60_000),
    );
    await expect(added).rejects.toMatchObject({ code: 'machine-unidentified' });
    async function* document() {
      yield Buffer.from(JSON.stringify(drawing));
    }
    const queued = plotter.access.addJob(document(), 'other key', () => expect.unreachable());
    await expect(queued).rejects.toMatchObject({ code: 'machine-unidentified' });
    expect(plotter.device.heard).toEqual([]);
    expect((await (await plotter.get('/jobs')).json()) as object).toEqual({ jobs: [] });

    expect((await ask(plotter, svg)).status).toBe(200);
    expect((await plotter.command('MOVE X1 Y2')).status).toBe(200);
    expect((await plotter.send('POST', '/job', { commands })).status).toBe(200);
    expect(plotter.device.heard).toEqual(['MOVE X1 Y2', ...commands]);
  });

  it.each(['pico', 'other'])('is sent drawings once the user has chosen “%s”', async (preset) => {
    const plotter = await startScripted(silent);
    await expectWhich(await ask(plotter, svg, { job: {} }));
    await usePreset(plotter, preset);
    const planned = await ask(plotter, svg, { job: {} });
    expect(planned.status).toBe(202);
    const { job } = (await planned.json()) as { job: { id: number } };
    await plotter.expectState(job.id, 'done');
  });
});

describe('a drawing in the queue', () => {
  it('is neither resumed nor run again on an unidentified machine', async () => {
    const device = await ScriptedDevice.start(silent);
    device.banner = 'READY stationery-plotter 1.0.0\n';
    const plotter = await startScripted(silent, { on: device });
    const first = await plotter.queue(['PENUP'], { pauses: [{ before: 0, reason: 'Rest' }] });
    await plotter.expectState(first.id, 'paused');
    const fern = await plotter.queue(commands, { stepsPerMm: 80, newSheet: false });
    await plotter.post('/disconnect');
    device.banner = '';
    await plotter.post('/connect');
    await expect.poll(() => plotter.status()).toMatchObject({ recognised: false, link: { state: 'ready' } });
    await plotter.expectState(fern.id, 'held');
    await expectWhich(await plotter.resume(fern.id));
    await expectWhich(await plotter.post(`/jobs/${fern.id}/rerun`));
    expect(device.heard).not.toContain('MOVE X80 Y0');
    await usePreset(plotter, 'other');
    expect((await plotter.resume(fern.id)).status).toBe(200);
    await plotter.expectState(fern.id, 'done');
  });

  it('is held if the machine turns out to be unidentified, while jobs of commands run', async () => {
    const device = await ScriptedDevice.start(silent);
    const plotter = await startScripted(silent, { on: device, bannerWaitMs: 300 });
    const fern = await plotter.queue(commands, { stepsPerMm: 80 });
    const plain = await plotter.queue(['PENUP']);
    const { state } = await plotter.expectState(fern.id, 'interrupted');
    expect(state).toMatchObject({ next: 0, cause: { code: 'machine-unidentified' } });
    await plotter.expectState(plain.id, 'done');
    expect(device.heard).toEqual(['PENUP']);
  });

  it('is held if the machine was meanwhile identified as one for a different driver', async () => {
    const device = await ScriptedDevice.start(silent);
    device.banner = 'READY stationery-plotter 1.0.0\n';
    const plotter = await startScripted(silent, { on: device, env: { PLOTTER_DRIVER: 'stationery' } });
    const first = await plotter.queue(['PENUP'], { pauses: [{ before: 0, reason: 'Rest' }] });
    await plotter.expectState(first.id, 'paused');
    const fern = await plotter.queue(commands, { stepsPerMm: 80 });
    device.say("Grbl 1.1h ['$' for help]\n");
    await expect.poll(() => plotter.status()).toMatchObject({ recognised: false });
    await plotter.post(`/jobs/${first.id}/cancel`);
    const { state } = await plotter.expectState(fern.id, 'held');
    expect(state).toMatchObject({ cause: { code: 'machine-unidentified' } });
    expect(device.heard).not.toContain('MOVE X80 Y0');
  });
});
