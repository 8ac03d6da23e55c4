import { describe, expect, it } from 'vitest';
import { ask, sendSvg } from './support/plan-requests.ts';
import { startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm"><path d="M9 9h70" stroke="red"/></svg>';
const drawing = { stepsPerMm: 80 };
const commands = ['PENUP', 'MOVE X80 Y0', 'PENDOWN', 'MOVE X160 Y0', 'PENUP'];
const asksForSheet = {
  state: 'paused',
  next: 0,
  reason: 'Put a new sheet on the bed',
  cause: { code: 'new-sheet' },
};

/** Queues a job that pauses at once and ends when resumed. */
async function withOtherJob(plotter: TestPlotter): Promise<number> {
  const { id } = await plotter.queue(['PENUP'], { pauses: [{ before: 0, reason: 'Rest' }] });
  await plotter.expectState(id, 'paused');
  return id;
}

describe('a drawing', () => {
  it('queued behind another job asks for a new sheet once, before its first command', async () => {
    const plotter = await startTestPlotter();
    const other = await withOtherJob(plotter);
    const { id, newSheet } = await plotter.queue(commands, drawing);
    expect(newSheet).toBe(true);
    await plotter.resume(other);
    expect((await plotter.expectState(id, 'paused')).state).toEqual(asksForSheet);
    expect(plotter.board.status()).toMatchObject({ strokeCount: 0, position: { x: 0, y: 0 } });
    await plotter.resume(id);
    await plotter.expectState(id, 'done');
    expect(plotter.board.status()).toMatchObject({ strokeCount: 1 });
  });

  it('planned by the service also asks for a new sheet, unless its client turns that off', async () => {
    const plotter = await startTestPlotter();
    await withOtherJob(plotter);
    const sheetOf = async (answer: Response) =>
      ((await answer.json()) as { job: { newSheet: boolean } }).job.newSheet;
    expect(await sheetOf(await ask(plotter, svg, { job: {} }))).toBe(true);
    expect(await sheetOf(await ask(plotter, svg, { job: { newSheet: false } }))).toBe(false);
    expect(await sheetOf(await sendSvg(plotter, svg, '?job=Fern'))).toBe(true);
    expect(await sheetOf(await sendSvg(plotter, svg, '?job=Fern&newSheet=no'))).toBe(false);
    expect((await sendSvg(plotter, svg, '?job=Fern&newSheet=maybe')).status).toBe(400);
  });

  it('that is the only job starts at once unless its client requests a new sheet', async () => {
    const plotter = await startTestPlotter();
    const alone = await plotter.queue(commands, drawing);
    expect(alone.newSheet).toBe(false);
    await plotter.expectState(alone.id, 'done');
    const asking = await plotter.queue(commands, { ...drawing, newSheet: true });
    expect((await plotter.expectState(asking.id, 'paused')).state).toEqual(asksForSheet);
  });

  it('asks for the sheet and its first pen together, and for the second pen later', async () => {
    const plotter = await startTestPlotter();
    const pens = [
      { name: 'Fine', colour: '#000000', from: 1 },
      { name: 'Broad', colour: '#ff0000', from: 2 },
    ];
    const pauses = [
      { before: 1, reason: 'Put in pen 1 of 2: Fine (#000000)' },
      { before: 2, reason: 'Rest' },
    ];
    const { id } = await plotter.queue(commands, { ...drawing, newSheet: true, pens, pauses });
    const pen = { number: 1, count: 2, name: 'Fine', colour: '#000000' };
    expect((await plotter.expectState(id, 'paused')).state).toEqual({
      state: 'paused',
      next: 1,
      reason: 'Put a new sheet on the bed. Put in pen 1 of 2: Fine (#000000)',
      cause: { code: 'new-sheet', pen },
    });
    await plotter.resume(id);
    await expect.poll(async () => (await plotter.job(id)).state).toMatchObject({ reason: 'Rest' });
    await plotter.resume(id);
    await plotter.expectState(id, 'done');
  });

  it('that starts with a move asks for the sheet before it, and for its first pen after it', async () => {
    const plotter = await startTestPlotter();
    const pauses = [{ before: 1, reason: 'Put in pen 1' }];
    const { id } = await plotter.queue(commands.slice(1), { ...drawing, newSheet: true, pauses });
    expect((await plotter.expectState(id, 'paused')).state).toEqual(asksForSheet);
    expect(plotter.board.status()).toMatchObject({ position: { x: 0, y: 0 } });
    await plotter.resume(id);
    await expect
      .poll(async () => (await plotter.job(id)).state)
      .toMatchObject({ state: 'paused', next: 1, reason: 'Put in pen 1' });
    await plotter.resume(id);
    await plotter.expectState(id, 'done');
  });

  it('asks for a new sheet if another job has overtaken it', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const held = await plotter.queue(commands, drawing);
    expect(held).toMatchObject({ newSheet: false });
    await plotter.expectState(held.id, 'held');
    await plotter.post('/connect');
    await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');
    const other = await plotter.queue(commands);
    await plotter.expectState(other.id, 'done');
    await plotter.resume(held.id);
    expect((await plotter.expectState(held.id, 'paused')).state).toEqual(asksForSheet);
    expect(await plotter.job(held.id)).toMatchObject({ newSheet: true });
  });

  it('still asks for a new sheet after a restart, but not again once the sheet was confirmed', async () => {
    const before = await startTestPlotter();
    const { id } = await before.queue(commands, { ...drawing, newSheet: true });
    await before.expectState(id, 'paused');
    await before.stop();
    const plotter = await startTestPlotter({ folder: before.folder });
    expect(await plotter.job(id)).toMatchObject({ newSheet: true, state: asksForSheet });
    expect((await plotter.resume(id, true)).status).toBe(200);
    await plotter.expectState(id, 'done');
  });

  it('that is run again asks for a new sheet while another job is unfinished', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(commands, drawing);
    await plotter.expectState(id, 'done');
    await withOtherJob(plotter);
    const again = await (await plotter.post(`/jobs/${id}/rerun`)).json();
    expect(again).toMatchObject({ newSheet: true });
  });
});

describe('a job of commands', () => {
  it('asks for a new sheet only if its client requests it', async () => {
    const plotter = await startTestPlotter();
    const other = await withOtherJob(plotter);
    const plain = await plotter.queue(commands);
    const asking = await plotter.queue(commands, { newSheet: true });
    expect([plain.newSheet, asking.newSheet]).toEqual([false, true]);
    await plotter.resume(other);
    await plotter.expectState(plain.id, 'done');
    expect((await plotter.expectState(asking.id, 'paused')).state).toEqual(asksForSheet);
    const wrong = await plotter.send(
      'POST',
      '/job',
      { commands, newSheet: 'yes' },
      { prefer: 'respond-async' },
    );
    expect(wrong.status).toBe(400);
  });
});
