import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { stationery } from '../../src/drivers/stationery/family.ts';
import type { DrawingPlan } from '../../src/plan/plan-messages.ts';
import { startPlotterProgram } from '../support/plotter-program.ts';
import { svgOf } from '../support/svg-drawings.ts';
import { devicePty } from '../support/test-device.ts';
import { type JobBody, startScripted, startTestPlotter } from '../support/test-plotter.ts';

const tooFar = 'MOVE X9999999 Y0';
const inStroke = ['PENUP', 'MOVE X10 Y0', 'PENDOWN', tooFar, 'PENUP', 'MOVE X0 Y0'];
const lift = { liftPenOnFailure: true };
const refusing = (line: string) => (line === tooFar ? 'ERR LIMIT\n' : line === 'SILENT' ? '' : 'OK\n');
const spoken = (lines: readonly string[]) =>
  lines.filter((line) => line !== '' && !/^(SYNC|STATUS)/.test(line));

describe('lifting the pen after a failed job', () => {
  it('happens once, on a serial port, before the next job starts', async () => {
    const folder = await temporaryFolder();
    const service = await startPlotterProgram({
      PLOTTER_DATA_DIR: join(folder, 'data'),
      PLOTTER_SERIAL_PATH: join(folder, 'tty'),
    });
    // Opens the line last, because a process that is started later inherits this end and keeps it open.
    const device = await devicePty(folder, { speedFactor: 1 });
    const link = async () => (await service.get<{ link: { state: string } }>('/status')).link.state;
    await expect.poll(link).toBe('ready');
    const known = spoken(device.lines).length;
    // The other jobs are queued meanwhile.
    const held = await service.begin(['WAIT 300']);
    const id = await service.begin(inStroke, lift);
    const next = await service.begin(['MOVE X20 Y0']);
    await expect.poll(async () => (await service.job(next)).state.state).toBe('done');
    expect((await service.job(held)).state.state).toBe('done');
    expect(await service.job(id)).toMatchObject({
      state: { state: 'failed', next: 4, reason: expect.stringContaining(tooFar) },
      completed: 3,
      failed: 1,
    });
    expect(spoken(device.lines).slice(known)).toEqual([
      'WAIT 300',
      ...inStroke.slice(0, 4),
      'PENUP',
      'MOVE X20 Y0',
    ]);
    expect(device.plotter.status().pen).toBe('up');
  });

  it('is the default for drawings and for running them again', async () => {
    const { board, ...plotter } = await startTestPlotter();
    // The board knows its limits, and the profile does not.
    await plotter.send('PUT', '/machine', { ...stationery.defaultProfile, limits: null });
    const svg = svgOf('<path d="M10 10H90" stroke="#000"/>');
    const plan = async (job: object) => {
      const options = { paper: '900x100mm', fit: 'drawing' };
      const answer = await plotter.send('POST', '/plan', { svg, options, job });
      return ((await answer.json()) as DrawingPlan).job as JobBody;
    };
    const { id, liftPenOnFailure } = await plan({});
    expect(liftPenOnFailure).toBe(true);
    await plotter.expectState(id, 'failed');
    expect(board.status().pen).toBe('up');

    const again = (await (await plotter.post(`/jobs/${id}/rerun`)).json()) as JobBody;
    await plotter.expectState(again.id, 'failed');
    expect(board.status().pen).toBe('up');
    const other = await plan({ liftPenOnFailure: false });
    await plotter.expectState(other.id, 'failed');
    expect(board.status().pen).toBe('down');
  });

  it('is not the default for other jobs: nothing is sent without a request', async () => {
    const plotter = await startScripted(refusing);
    const answer = await plotter.send('POST', '/job', { commands: inStroke });
    expect(await answer.json()).toMatchObject({ ok: false, completed: 3, stopped: true });
    expect((await plotter.queue(inStroke)).liftPenOnFailure).toBe(false);
    await plotter.expectState(2, 'failed');
    await plotter.command('AFTER');
    const once = inStroke.slice(0, 4);
    expect(spoken(plotter.device.heard)).toEqual([...once, ...once, 'AFTER']);
  });

  it('moves no pen that is already up, and keeps the reason of the job if the pen cannot be lifted', async () => {
    const plotter = await startScripted(refusing);
    await plotter.queue(['PENUP', tooFar, 'PENUP'], lift);
    await plotter.expectState(1, 'failed');
    plotter.device.script = (line) => (line === 'PENDOWN' ? 'OK\n' : 'ERR LIMIT\n');
    await plotter.queue(['PENDOWN', tooFar], lift);
    const { state } = await plotter.expectState(2, 'failed');
    expect(state).toMatchObject({ reason: expect.stringContaining(tooFar) });
    expect(spoken(plotter.device.heard)).toEqual(['PENUP', tooFar, 'PENDOWN', tooFar, 'PENUP']);
  });

  it('sends nothing while a reply is owed or the port is lost', async () => {
    const plotter = await startScripted(refusing, { times: { resyncTimeoutMs: 60_000 } });
    await plotter.queue(['PENDOWN', 'SILENT', 'PENUP'], { ...lift, timeoutMs: 100 });
    await plotter.expectState(1, 'interrupted');
    plotter.device.say('OK late\n');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    await plotter.command('AFTER');

    await plotter.queue(['PENDOWN', 'SILENT'], lift);
    await plotter.device.expectHeard('SILENT', 2);
    plotter.device.hangUp();
    await plotter.expectState(2, 'interrupted');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    await plotter.command('AFTER');
    expect(spoken(plotter.device.heard)).toEqual([
      'PENDOWN',
      'SILENT',
      'AFTER',
      'PENDOWN',
      'SILENT',
      'AFTER',
    ]);
  });

  it('can only be requested with true or false', async () => {
    const plotter = await startScripted();
    for (const liftPenOnFailure of ['yes', 1, null, {}]) {
      const answer = await plotter.send('POST', '/job', { commands: ['PENUP'], liftPenOnFailure });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ pointer: '/liftPenOnFailure' });
    }
  });
});
