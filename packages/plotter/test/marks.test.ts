import { describe, expect, it } from 'vitest';
import { ask, planOf } from './support/plan-requests.ts';
import { svgOf } from './support/svg-drawings.ts';
import { type JobBody, startScripted, startTestPlotter } from './support/test-plotter.ts';

/** At 80 steps per millimetre: a square of 100 mm with marks at two corners. */
const commands = [
  ...['PENUP', 'MOVE X800 Y800', 'PENDOWN', 'MOVE X8800 Y800', 'PENUP'],
  ...['MOVE X8800 Y8800', 'PENDOWN', 'MOVE X800 Y8800', 'PENUP', 'MOVE X0 Y0'],
];
const marks = [
  { xMm: 10, yMm: 10 },
  { xMm: 110, yMm: 110 },
];
const settings = { stepsPerMm: 80, marks };
/** The sheet lies 5 mm to the right and 2 mm further down. */
const found = marks.map((at) => ({ at, found: { xMm: at.xMm + 5, yMm: at.yMm + 2 } }));

describe('marks on a sheet', () => {
  it('are stored with a job, and place it again on a sheet that lies elsewhere', async () => {
    const plotter = await startTestPlotter();
    const { id, marks: stored } = await plotter.queue(commands, settings);
    expect(stored).toEqual(marks);
    await plotter.expectState(id, 'done');
    const answer = await plotter.send('POST', `/jobs/${id}/rerun`, { from: 2, marks: found });
    const rest = (await answer.json()) as JobBody;
    expect((await (await plotter.get(`/jobs/${rest.id}/commands`)).text()).trim().split('\n')).toEqual([
      ...['PENUP', 'MOVE X9200 Y8960', 'PENDOWN', 'MOVE X1200 Y8960', 'PENUP', 'MOVE X0 Y0'],
    ]);
    expect(rest.marks).toEqual(found.map((mark) => mark.found));
    await plotter.expectState(rest.id, 'done');
  });

  it('do not move a dip, however its place was rounded to steps', async () => {
    const plotter = await startTestPlotter();
    const dip = ['MOVE X400 Y4000', 'PENDOWN', 'MOVE X481 Y4000', 'PENUP'];
    const pens = [{ name: 'Brush', colour: '#0000ff', from: 0, dip: '5.00625x50/6.00625x50' }];
    const { id } = await plotter.queue(
      ['PENUP', 'MOVE X800 Y800', 'PENDOWN', 'PENUP', ...dip, 'MOVE X800 Y800', 'PENDOWN', 'PENUP'],
      { ...settings, pens },
    );
    const answer = await plotter.send('POST', `/jobs/${id}/rerun`, { marks: found });
    const rest = (await answer.json()) as JobBody;
    expect((await (await plotter.get(`/jobs/${rest.id}/commands`)).text()).trim().split('\n')).toEqual([
      ...['PENUP', 'MOVE X1200 Y960', 'PENDOWN', 'PENUP', ...dip, 'MOVE X1200 Y960', 'PENDOWN', 'PENUP'],
    ]);
  });

  it('do not move the place where the job pauses, even if the carriage is parked elsewhere now', async () => {
    const plotter = await startTestPlotter();
    const park = (xMm: number) =>
      plotter
        .get('/machine')
        .then(async (answer) =>
          plotter.send('PUT', '/machine', { ...((await answer.json()) as object), parkAt: { xMm, yMm: 50 } }),
        );
    await park(5);
    const svg = svgOf('<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#0000ff"/>');
    const { job, pauses } = await planOf(await ask(plotter, svg, { options: { fit: 'none' }, job: {} }));
    expect(pauses?.map(({ at }) => at)).toEqual([undefined, '5x50']);
    await park(25);
    const answer = await plotter.send('POST', `/jobs/${job!.id}/rerun`, { marks: found });
    const rest = (await answer.json()) as JobBody;
    const commands = (await (await plotter.get(`/jobs/${rest.id}/commands`)).text()).split('\n');
    expect(commands).toContain('MOVE X400 Y4000');
  });

  it('are refused if they do not fit, without queuing anything', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(commands, settings);
    await plotter.expectState(id, 'done');
    const close = [found[0], { ...found[0], at: { xMm: 11, yMm: 10 } }];
    const answer = await plotter.send('POST', `/jobs/${id}/rerun`, { marks: close });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining('Two marks are only 0.0 mm apart'), pointer: '/marks' },
    ]);
    const { jobs } = (await (await plotter.get('/jobs')).json()) as { jobs: JobBody[] };
    expect(jobs).toHaveLength(1);
  });

  it('are refused if the machine cannot reach them', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(commands, settings);
    const { reach } = await plotter.status();
    const outside = found.map((mark) => ({
      ...mark,
      found: { ...mark.found, xMm: mark.found.xMm - 35 + reach!.minX / 80 },
    }));
    const answer = await plotter.send('POST', `/jobs/${id}/rerun`, { marks: outside });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { detail: expect.stringContaining("20.0 mm out of the machine's reach"), pointer: '/marks' },
    ]);
  });

  it('are refused while the position of the pen is unknown', async () => {
    const plotter = await startScripted();
    const { id } = await plotter.queue(['PENUP']);
    const answer = await plotter.send('POST', `/jobs/${id}/rerun`, { marks: found });
    expect([answer.status, await answer.json()]).toMatchObject([409, { type: '/problems/position-lost' }]);
  });
});
