import { tmpdir } from 'node:os';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ask, planOf } from './support/plan-requests.ts';
import { svgOf } from './support/svg-drawings.ts';
import { type JobBody, startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

/** A line between two marks, at 80 steps per millimetre. */
const commands = ['PENUP', 'MOVE X800 Y800', 'PENDOWN', 'MOVE X8800 Y800', 'PENUP'];
const marks = [
  { xMm: 10, yMm: 10 },
  { xMm: 110, yMm: 10 },
];
const foundAt = (xMm: number, yMm: number) =>
  marks.map((at) => ({ at, found: { xMm: at.xMm + xMm, yMm: at.yMm + yMm } }));
const aligned = { stepsPerMm: 80, marks, foundMarks: foundAt(5, 2) };

const rerun = (plotter: TestPlotter, id: number, body: object = {}) =>
  plotter.send('POST', `/jobs/${id}/rerun`, body);
const commandsOf = async (plotter: TestPlotter, id: number) =>
  (await (await plotter.get(`/jobs/${id}/commands`)).text()).trim().split('\n');

async function expectOutdated(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { type: '/problems/marks-outdated', detail: expect.stringContaining('Find the marks again') },
  ]);
}

/** Pauses the plotter's queue with a job that waits for a person. */
const busyPlotter = async () => {
  const plotter = await startTestPlotter();
  await plotter.command('MOVE X8 Y8');
  const first = await plotter.queue(['PENUP', 'MOVE X8 Y8'], { pauses: [{ before: 1, reason: 'Wait' }] });
  await plotter.expectState(first.id, 'paused');
  return { plotter, first };
};

describe('the alignment of a job', () => {
  it('is stored with its marks, and the job can be aligned again after a restart', async () => {
    const folder = await temporaryFolder(tmpdir(), onTestFinished);
    const before = await startTestPlotter({ folder });
    const { id, alignment } = await before.queue(commands, aligned);
    expect(alignment).toMatchObject({
      marks: aligned.foundMarks,
      shift: { xMm: 5, yMm: 2 },
      degrees: 0,
      scale: 1,
      errorMm: 0,
    });
    await before.expectState(id, 'done');
    await before.stop();

    const plotter = await startTestPlotter({ folder });
    expect((await plotter.job(id)).alignment).toEqual(alignment);
    await plotter.command('ZERO');
    // The sheet is now rotated by 90°.
    const found = [
      { at: marks[0], found: { xMm: 50, yMm: 20 } },
      { at: marks[1], found: { xMm: 50, yMm: 120 } },
    ];
    const copy = (await (await rerun(plotter, id, { marks: found })).json()) as JobBody;
    expect(copy.alignment).toMatchObject({ marks: found, degrees: 90, scale: 1 });
    expect(copy.alignment!.sheetNumber).toBe((await plotter.status()).sheetNumber);
    expect(await commandsOf(plotter, copy.id)).toEqual([
      ...['PENUP', 'MOVE X4000 Y1600', 'PENDOWN', 'MOVE X4000 Y9600', 'PENUP'],
    ]);
    await plotter.expectState(copy.id, 'done');
  });

  it('is stored for drawings that are planned with marks', async () => {
    const plotter = await startTestPlotter();
    const svg = svgOf('<path d="M10 10H90" stroke="#000000"/>');
    const options = { fit: 'none', marks: foundAt(5, 2) };
    const { job } = await planOf(await ask(plotter, svg, { options, job: {} }));
    expect(job!.alignment).toMatchObject({ marks: options.marks, shift: { xMm: 5, yMm: 2 } });
  });

  it('is refused for marks that do not fit, and for a new sheet', async () => {
    const plotter = await startTestPlotter();
    const ask = async (more: object) =>
      (await plotter.send('POST', '/job', { commands, ...aligned, ...more })).json();
    expect(await ask({ foundMarks: [aligned.foundMarks[0]] })).toMatchObject({
      detail: 'At least two marks are needed.',
      pointer: '/foundMarks',
    });
    expect(await ask({ foundMarks: [{ at: marks[0] }] })).toMatchObject({ pointer: '/foundMarks/0' });
    expect(await ask({ foundMarks: [{ at: { xMm: 'a' } }] })).toMatchObject({
      pointer: '/foundMarks/0/at/xMm',
    });
    expect(await ask({ newSheet: true })).toMatchObject({ pointer: '/newSheet' });
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });

  it('needs new marks for another run, but not for the rest of the same sheet', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(commands, aligned);
    await plotter.expectState(id, 'done');
    await expectOutdated(await rerun(plotter, id));
    const rest = (await (await rerun(plotter, id, { from: 1 })).json()) as JobBody;
    expect(rest.alignment).toMatchObject({ marks: aligned.foundMarks });
    await plotter.expectState(rest.id, 'done');
    await plotter.command('ZERO');
    await expectOutdated(await rerun(plotter, id, { from: 1 }));
  });

  it.each(['a new origin', 'a new sheet', 'a restart of the board'])(
    'is outdated after %s, so that the job waits',
    async (what) => {
      const { plotter, first } = await busyPlotter();
      const job = await plotter.queue(commands, aligned);
      expect(job.state.state).toBe('queued');
      if (what === 'a new origin') await plotter.command('ZERO');
      else if (what === 'a restart of the board') await plotter.command('RESET');
      else {
        const sheet = await plotter.queue(['PENUP'], { stepsPerMm: 80, newSheet: true });
        await plotter.send('POST', `/jobs/${sheet.id}/move`, { to: 'first' });
        await plotter.resume(first.id);
        await plotter.expectState(sheet.id, 'paused');
        await plotter.resume(sheet.id);
      }
      if (what === 'a restart of the board') await plotter.post(`/jobs/${first.id}/cancel`);
      if (what === 'a new origin') await plotter.resume(first.id);
      const { state } = await plotter.expectState(job.id, 'held');
      if (what !== 'a restart of the board')
        expect(state).toMatchObject({ cause: { code: 'marks-outdated' } });
      await expectOutdated(await plotter.resume(job.id));
    },
  );

  it('is outdated if an interrupted job lost its position, even if the user confirms the origin', async () => {
    const { plotter, first } = await busyPlotter();
    await plotter.resume(first.id);
    await plotter.expectState(first.id, 'done');
    const { id } = await plotter.queue([...commands, 'MOVE X0 Y0'], {
      ...aligned,
      pauses: [{ before: 5, reason: 'Wait' }],
    });
    await plotter.expectState(id, 'paused');
    await plotter.command('RESET');
    await plotter.expectState(id, 'interrupted');
    await expectOutdated(await plotter.resume(id, true));
    await plotter.command('ZERO');
    await expectOutdated(await plotter.resume(id));
  });
});
