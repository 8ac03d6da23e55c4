import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import type { JobState } from '../../src/store/job.ts';
import { drawingOf, linesDrawnBy, segmentsOf } from '../support/drawings.ts';
import { type PlotterProgram, startPlotterProgram } from '../support/plotter-program.ts';
import { devicePty, deviceTcp, type TestDevice } from '../support/test-device.ts';

const script = drawingOf(40, new Random(7));
/** A stroke of four seconds in real time, and a second one. */
const longMove = [
  'PENUP',
  'MOVE X0 Y100',
  'PENDOWN',
  'MOVE X30000 Y100',
  'PENUP',
  'MOVE X30000 Y200',
  'PENDOWN',
];
longMove.push('MOVE X29990 Y200', 'PENUP');

interface Rig {
  device: TestDevice;
  service: PlotterProgram;
  env: Record<string, string>;
}

async function startOn(device: TestDevice): Promise<Rig> {
  const env = { PLOTTER_DATA_DIR: join(await temporaryFolder(), 'data'), PLOTTER_SERIAL_PATH: device.path };
  const service = await startPlotterProgram(env);
  await linkIs(service, 'ready');
  return { device, service, env };
}

async function linkIs(service: PlotterProgram, state: string): Promise<void> {
  await expect
    .poll(async () => (await service.get<{ link: { state: string } }>('/status')).link.state)
    .toBe(state);
}

async function jobIs<Name extends JobState['state']>(service: PlotterProgram, id: number, state: Name) {
  await expect.poll(async () => (await service.job(id)).state.state).toBe(state);
  return (await service.job(id)).state as Extract<JobState, { state: Name }>;
}

/** Resolves when the device receives this line, before it is executed. */
function hears(device: TestDevice, wanted: string): Promise<void> {
  return new Promise((resolve) => {
    device.onLine = (line) => {
      if (line === wanted) resolve();
    };
  });
}

/** Expects that no motion is sent for a while. */
async function expectStill(device: TestDevice, lines: number): Promise<void> {
  await after(300);
  expect(device.lines.slice(lines).filter((line) => !/^(SYNC|STATUS|VERSION)/.test(line))).toEqual([]);
}

function expectDrawn(device: TestDevice, wanted: readonly string[]): void {
  expect([...segmentsOf(device.plotter).keys()].sort()).toEqual([...linesDrawnBy(wanted).keys()].sort());
}

const inTheMiddle = script[Math.floor(script.length / 2)]!;

describe('a job whose cable is unplugged', () => {
  it('is interrupted, waits for the user, and then draws the rest', async () => {
    const folder = await temporaryFolder();
    const service = await startPlotterProgram({
      PLOTTER_DATA_DIR: join(folder, 'data'),
      PLOTTER_SERIAL_PATH: join(folder, 'tty'),
    });
    // Opens the line last, because a process that is started later inherits this end and keeps it open.
    const device = await devicePty(folder);
    await linkIs(service, 'ready');
    const middle = hears(device, inTheMiddle);
    const id = await service.begin(script);
    await middle;
    await device.unplug();
    const { next, unknown } = await jobIs(service, id, 'interrupted');
    expect([null, next]).toContain(unknown);
    expect(await service.get('/health')).toMatchObject({ plotter: { isOpen: false } });
    const refused = await service.post('/command', { command: 'PENUP' });
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect((await service.post('/job', { script: 'PENUP' })).status).toBe(503);

    const lines = device.lines.length;
    await device.replug();
    await linkIs(service, 'ready');
    await expectStill(device, lines);
    expect((await service.job(id)).state.state).toBe('interrupted');

    expect((await service.post(`/jobs/${id}/resume`)).status).toBe(200);
    await jobIs(service, id, 'done');
    expect(await service.job(id)).toMatchObject({ completed: script.length, failed: 0 });
    expectDrawn(device, script);
  });
});

describe('a job whose board restarts', () => {
  it('is interrupted, and can be resumed once the pen is back at the origin', async () => {
    const { device, service } = await startOn(await deviceTcp({ bootMs: 100 }));
    const middle = hears(device, inTheMiddle);
    const id = await service.begin(script);
    await middle;
    device.plotter.reset();
    await jobIs(service, id, 'interrupted');
    await linkIs(service, 'ready');
    await expectStill(device, device.lines.length);

    const refused = await service.post(`/jobs/${id}/resume`);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ type: '/problems/position-lost' });
    device.plotter.carryTo({ x: 0, y: 0 });
    expect((await service.post('/command', { command: 'ZERO' })).status).toBe(200);
    expect((await service.post(`/jobs/${id}/resume`)).status).toBe(200);
    await jobIs(service, id, 'done');
    expectDrawn(device, script);
  });

  it('keeps the jobs behind it on hold', async () => {
    const { device, service } = await startOn(await deviceTcp({ speedFactor: 100 }));
    const middle = hears(device, inTheMiddle);
    const id = await service.begin(script);
    const waiting = await service.begin(['PENUP']);
    await middle;
    device.plotter.reset();
    await jobIs(service, id, 'interrupted');
    await jobIs(service, waiting, 'held');
  });
});

describe('a service asked to stop', () => {
  it('ends during a long move, and the job can be resumed', async () => {
    const { device, service, env } = await startOn(await deviceTcp({ speedFactor: 1 }));
    const moving = hears(device, 'MOVE X30000 Y100');
    const waited = service.post('/job', { script: longMove.join('\n') }).catch(() => undefined);
    await moving;
    await after(300);
    service.kill('SIGTERM');
    expect((await service.exit).code).toBe(0);
    await waited;

    const again = await startPlotterProgram(env);
    await linkIs(again, 'ready');
    const state = await jobIs(again, 1, 'interrupted');
    expect(state).toMatchObject({ next: 3, unknown: 3 });
    const lines = device.lines.length;
    await expectStill(device, lines);
    expect((await again.post('/jobs/1/resume')).status).toBe(200);
    await jobIs(again, 1, 'done');
    expectDrawn(device, longMove);
  });

  it('lifts the pen if that does not take long', async () => {
    const { device, service, env } = await startOn(await deviceTcp({ speedFactor: 100 }));
    const drawing = hears(device, inTheMiddle);
    const id = await service.begin(script);
    await drawing;
    service.kill('SIGTERM');
    expect((await service.exit).code).toBe(0);
    expect(device.plotter.status()).toMatchObject({ pen: 'up', activity: { state: 'idle' } });

    const again = await startPlotterProgram(env);
    await linkIs(again, 'ready');
    expect(await jobIs(again, id, 'interrupted')).toMatchObject({ unknown: null });
    expect((await again.post(`/jobs/${id}/resume`)).status).toBe(200);
    await jobIs(again, id, 'done');
    expectDrawn(device, script);
  });
});

describe('a paused job', () => {
  it('stays paused after the service was killed', async () => {
    const { device, service, env } = await startOn(await deviceTcp());
    const drawing = hears(device, inTheMiddle);
    const id = await service.begin(script);
    await drawing;
    const paused = await service.post(`/jobs/${id}/pause`);
    if (paused.status === 200) await jobIs(service, id, 'paused');
    service.kill('SIGKILL');
    await service.exit;
    const lines = device.lines.length;
    const again = await startPlotterProgram(env);
    await linkIs(again, 'ready');
    await expectStill(device, lines);
    if (paused.status === 200) {
      expect((await again.post(`/jobs/${id}/resume`)).status).toBe(200);
      await jobIs(again, id, 'done');
    }
    expectDrawn(device, script);
  });
});

describe('a cancelled job', () => {
  it('lifts the pen after an interruption', async () => {
    const { device, service, env } = await startOn(await deviceTcp({ speedFactor: 100 }));
    // The board executes the commands that it has received. None of the next commands lifts the pen.
    const moves = Array.from({ length: 1_000 }, (_, index) => `MOVE X${(index % 2) * 3_000} Y${index}`);
    const id = await service.begin(['PENDOWN', ...moves, 'PENUP']);
    await expect.poll(() => device.plotter.status().pen).toBe('down');
    service.kill('SIGKILL');
    await service.exit;
    const again = await startPlotterProgram(env);
    await linkIs(again, 'ready');
    expect(device.plotter.status().pen).toBe('down');
    expect((await again.post(`/jobs/${id}/cancel`)).status).toBe(200);
    await expect.poll(() => device.plotter.status().pen).toBe('up');
  });
});
