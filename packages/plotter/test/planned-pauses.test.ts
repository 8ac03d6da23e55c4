import { describe, expect, it } from 'vitest';
import { alwaysOk } from './support/scripted-device.ts';
import { startScripted, startTestPlotter } from './support/test-plotter.ts';

const twoPens = [
  'PENUP',
  'MOVE X10 Y0',
  'PENDOWN',
  'MOVE X20 Y0',
  'PENUP',
  'MOVE X30 Y0',
  'PENDOWN',
  'MOVE X40 Y0',
  'PENUP',
];
const pauses = [{ before: 5, reason: 'Put the red pen in.' }];

describe('a planned pause', () => {
  it('shows its reason until the job is resumed; no command is skipped or repeated', async () => {
    const plotter = await startScripted();
    const { id } = await plotter.queue(twoPens, { pauses });
    const { state } = await plotter.expectState(id, 'paused');
    expect(state).toEqual({ state: 'paused', next: 5, reason: 'Put the red pen in.' });
    expect(plotter.device.heard.filter((line) => line !== '')).toEqual(twoPens.slice(0, 5));
    expect((await plotter.status()).job?.state).toEqual(state);

    expect((await plotter.post(`/jobs/${id}/resume`)).status).toBe(200);
    await plotter.expectState(id, 'done');
    expect(await plotter.job(id)).toMatchObject({ completed: 9, failed: 0 });
    expect(plotter.device.heard.slice(-4)).toEqual(twoPens.slice(5));
  });

  it('resumes from where the carriage is parked, without returning to the last stroke', async () => {
    const plotter = await startScripted();
    const parked = [...twoPens.slice(0, 5), 'MOVE X0 Y99', ...twoPens.slice(5)];
    const { id } = await plotter.queue(parked, { pauses: [{ before: 6, reason: 'Refill.', at: '0x9.9' }] });
    await plotter.expectState(id, 'paused');
    expect(await plotter.job(id)).toMatchObject({ resumePoint: { command: 6, position: { x: 0, y: 99 } } });
    const { length } = plotter.device.heard;
    await plotter.post(`/jobs/${id}/resume`);
    await plotter.expectState(id, 'done');
    expect(plotter.device.heard.slice(length)).toEqual(['PENUP', 'MOVE X0 Y99', ...parked.slice(6)]);
  });

  it('takes effect when the pen is up', async () => {
    const plotter = await startScripted();
    const { id } = await plotter.queue(twoPens, { pauses: [{ before: 3, reason: 'Dry the ink.' }] });
    expect((await plotter.expectState(id, 'paused')).state).toEqual({
      state: 'paused',
      next: 5,
      reason: 'Dry the ink.',
    });
    await plotter.post(`/jobs/${id}/resume`);
    await plotter.expectState(id, 'done');
  });

  it('can come before the first command, be given twice, and be in any order', async () => {
    const plotter = await startScripted();
    const first = { before: 0, reason: 'Put the black pen in.' };
    const { id } = await plotter.queue(twoPens, { pauses: [...pauses, first] });
    for (const reason of ['Put the black pen in.', 'Put the red pen in.']) {
      await expect.poll(async () => (await plotter.job(id)).state).toMatchObject({ state: 'paused', reason });
      await plotter.post(`/jobs/${id}/resume`);
    }
    await plotter.expectState(id, 'done');
  });

  it('is kept across a restart and for a new run of the job', async () => {
    const before = await startTestPlotter();
    const { id } = await before.queue(twoPens, { pauses });
    await before.expectState(id, 'paused');
    await before.stop();

    const plotter = await startTestPlotter({ folder: before.folder });
    expect((await plotter.job(id)).state).toMatchObject({ state: 'paused', reason: 'Put the red pen in.' });
    // The board has restarted and counts from the pen position.
    expect((await plotter.resume(id)).status).toBe(409);
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'done');
    const again = (await (await plotter.post(`/jobs/${id}/rerun`)).json()) as { id: number };
    await plotter.expectState(again.id, 'paused');
  });

  it('for a pen of a plan is also reported as data, even if the connection is lost meanwhile', async () => {
    const plotter = await startScripted();
    const pens = [
      { name: '#000000', colour: '#000000', from: 0 },
      { name: 'Red', colour: '#ff0000', from: 5 },
    ];
    const reason = 'Put in pen 2 of 2: Red (#ff0000)';
    const { id } = await plotter.queue(twoPens, { pens, pauses: [{ before: 5, reason }] });
    const pen = { number: 2, count: 2, name: 'Red', colour: '#ff0000' };
    expect((await plotter.expectState(id, 'paused')).state).toEqual({
      state: 'paused',
      next: 5,
      reason,
      cause: { code: 'pen-change', ...pen },
    });
    plotter.device.hangUp();
    expect((await plotter.expectState(id, 'interrupted')).state).toMatchObject({
      cause: { code: 'pause-cut-off', request: reason, pen },
    });
  });

  it('is merged with a user’s pause at the same position', async () => {
    const plotter = await startScripted((line) => (line === 'MOVE X20 Y0' ? undefined : `OK ${line}\n`));
    const { id } = await plotter.queue(twoPens, { pauses });
    await expect.poll(() => plotter.device.heard.at(-1)).toBe('MOVE X20 Y0');
    await plotter.post(`/jobs/${id}/pause`);
    plotter.device.script = (line) => `OK ${line}\n`;
    plotter.device.say('OK MOVE\n');
    expect((await plotter.expectState(id, 'paused')).state).toHaveProperty('reason');
  });

  it.each(['paused', 'interrupted'] as const)(
    'is not repeated if the job is %s before its next command',
    async (left) => {
      const plotter = await startScripted();
      const { id } = await plotter.queue(twoPens, { pauses });
      await plotter.expectState(id, 'paused');
      const { length } = plotter.device.heard;
      plotter.device.script = () => undefined;
      await plotter.resume(id);
      await expect.poll(() => plotter.device.heard.length).toBe(length + 1);
      const [line] = plotter.device.heard.slice(-1);
      if (left === 'paused') await plotter.post(`/jobs/${id}/pause`);
      plotter.device.script = alwaysOk;
      if (left === 'paused') plotter.device.say(alwaysOk(line!)!);
      else plotter.device.hangUp();
      const { state } = await plotter.expectState(id, left);
      expect(state).toMatchObject({ next: 5 });
      if (left === 'paused') expect(state).not.toHaveProperty('reason');
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
      expect((await plotter.resume(id, left === 'interrupted')).status).toBe(200);
      await plotter.expectState(id, 'done');
    },
  );

  it.each<[string, unknown, string]>([
    ['no list', 'soon', '/pauses'],
    ['a list of numbers', [3], '/pauses/0'],
    ['no place', [{ reason: 'x' }], '/pauses/0'],
    ['no reason', [{ before: 1 }], '/pauses/0'],
    ['an empty reason', [{ before: 1, reason: '' }], '/pauses/0/reason'],
    ['half a place', [{ before: 1.5, reason: 'x' }], '/pauses/0/before'],
    ['a place behind the end', [{ before: 9, reason: 'x' }], '/pauses/0/before'],
    ['something else in it', [{ before: 1, reason: 'x', pen: 'red' }], '/pauses/0/pen'],
    ['a wrong place', [{ before: 1, reason: 'x', at: '1x2/3x4' }], '/pauses/0/at'],
    ['lists in it', [[1]], '/pauses/0'],
    ['too many', Array(1001).fill({ before: 1, reason: 'x' }), '/pauses'],
  ])('with %s is rejected before anything is sent', async (_, wrong, pointer) => {
    const plotter = await startScripted();
    const answer = await plotter.send('POST', '/job', { commands: twoPens, pauses: wrong });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ pointer });
    expect(plotter.device.heard.filter((line) => line !== '')).toEqual([]);
  });
});
