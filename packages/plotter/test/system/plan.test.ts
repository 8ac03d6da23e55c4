import { describeReason } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { stationery } from '../../src/drivers/stationery/family.ts';
import type { PlanTask } from '../../src/plan/plan-messages.ts';
import { PlanQueue } from '../../src/plan/plan-queue.ts';
import { ask, planOf, sendSvg } from '../support/plan-requests.ts';
import { cross, scatteredSvg, svgOf } from '../support/svg-drawings.ts';
import { startTestPlotter } from '../support/test-plotter.ts';

const twoPens = svgOf(
  '<path d="M10 10H90" stroke="#ff0000"/><path d="M10 20H90" stroke="#0000ff"/><path d="M10 30H90" stroke="#ff0000"/>',
);

describe('planning a drawing', () => {
  it('returns strokes, commands, figures and notes', async () => {
    const plotter = await startTestPlotter();
    const answer = await ask(plotter, cross, { options: { paper: 'a4', marginMm: 10, fit: 'drawing' } });
    expect(answer.status).toBe(200);
    const plan = await planOf(answer);
    expect(plan).toMatchObject({
      paper: { widthMm: 210, heightMm: 297 },
      lifts: 2,
      warnings: [],
      notes: [],
      layers: [{ colour: '#000000', strokeCount: 2 }],
      pauses: [],
    });
    // 190 mm of paper between the margins, centred vertically.
    const strokes = plan.layers[0]?.strokes?.map((points) => points.map(Math.round)) ?? [];
    expect(new Set(strokes.flat())).toEqual(new Set([10, 54, 200, 244]));
    expect(plan.drawMm).toBeCloseTo(2 * 190 * Math.SQRT2, 0);
    expect(plan.travelMm).toBeLessThanOrEqual(plan.before.travelMm);
    expect(plan.timeMs).toBeGreaterThan(1000);
    expect(plan.commands?.slice(0, 3)).toEqual([
      'PENUP',
      expect.stringMatching(/^MOVE X\d+ Y\d+$/),
      'PENDOWN',
    ]);
    expect(plan.commands?.slice(-2)).toEqual(['PENUP', 'MOVE X0 Y0']);
    expect(plan).not.toHaveProperty('job');
  });

  it('accepts a plain SVG with options in the query, under either prefix', async () => {
    const plotter = await startTestPlotter();
    const inAddress = await sendSvg(plotter, cross, '?paper=a4&margin=1cm&fit=drawing', '/plotter/plan');
    const inBody = await ask(plotter, cross, { options: { paper: 'a4', marginMm: 10, fit: 'drawing' } });
    expect(await inAddress.json()).toEqual(await inBody.json());

    const figures = await planOf(await sendSvg(plotter, cross, '?include='));
    expect(figures.layers).toEqual([{ name: expect.any(String), colour: '#000000', strokeCount: 2 }]);
    expect(Object.keys(figures)).not.toContain('commands');
  });

  it('uses the machine of the profile', async () => {
    const plotter = await startTestPlotter();
    const limits = { minX: 0, maxX: 500, minY: 0, maxY: 500 };
    await plotter.send('PUT', '/machine', {
      ...stationery.defaultProfile,
      stepsPerMm: 10,
      coordinates: 'relative',
      limits,
    });
    const options = { marginMm: 0, fit: 'none', align: 'top-left' };
    const plan = await planOf(await ask(plotter, svgOf('<path d="M20 10H90" stroke="red"/>'), { options }));
    expect(plan.commands).toEqual([
      'PENUP',
      'MOVE X200 Y100',
      'PENDOWN',
      'MOVE X300 Y0',
      'PENUP',
      'MOVE X-500 Y-100',
    ]);
    expect(plan.warnings).toEqual([
      { code: 'cut-off-by-machine', text: expect.stringContaining('cut off'), count: 1 },
    ]);
  });

  it('decodes all JSON string escapes', async () => {
    const plotter = await startTestPlotter();
    const svg = `<?xml version="1.0" encoding="ISO-8859-1"?>${svgOf(
      '<g inkscape:groupmode="layer" inkscape:label="Bäume 🌲"><path d="M0 0H9" stroke="red"/></g>',
    )}`;
    const escaped = JSON.stringify({ svg }).replace(
      /[^\x20-\x7e]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const body of [JSON.stringify({ svg }), escaped]) {
      const plan = await planOf(await plotter.send('POST', '/plan', body));
      expect(plan.layers[0]?.name).toBe('Bäume 🌲');
    }
  });

  it('rejects invalid options and names their position', async () => {
    const plotter = await startTestPlotter();
    const wrong: [object, string, RegExp][] = [
      [{ options: { paper: 'a99' } }, '/options/paper', /unknown paper size/],
      [{ options: { paper: 'a6', marginMm: 80 } }, '/options/marginMm', /no room/],
      [{ options: { marginMm: -1 } }, '/options/marginMm', /marginMm/],
      [{ options: { fit: 'huge' } }, '/options/fit', /“auto” or “drawing”/],
      [{ options: { papper: 'a4' } }, '/options/papper', /not a known member/],
      [{ options: { layers: ['Trees'] } }, '/options/layers', /no layer “Trees”/],
      [{ options: { layers: [7] } }, '/options/layers', /no such layer: the drawing has 1/],
      [{ margin: 3 }, '/margin', /not a known member/],
      [{ svg: 5 }, '/svg', /must be a string/],
      [{ thinkMs: 1e9 }, '/thinkMs', /60000/],
      [{ job: 'now' }, '/job', /must be an object/],
    ];
    for (const [more, pointer, words] of wrong) {
      const answer = await ask(plotter, cross, more);
      expect(answer.status, pointer).toBe(400);
      expect(await answer.json()).toMatchObject({ pointer, detail: expect.stringMatching(words) });
    }
  });

  it('rejects invalid query options and names them', async () => {
    const plotter = await startTestPlotter();
    for (const query of ['margin=ten', 'paper=a99', 'margin=500mm', 'include=colours', 'papper=a4']) {
      const answer = await sendSvg(plotter, cross, `?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ parameter: query.split('=')[0] });
    }
    expect((await plotter.send('POST', '/plan?paper=a4', { svg: cross })).status).toBe(400);
  });

  it('rejects invalid and oversized files with an explanation', async () => {
    const plotter = await startTestPlotter();
    const many = (write: (at: number) => string) => Array.from({ length: 12 }, (_, at) => write(at)).join('');
    const uses = many((at) => `<g id="a${at}">${`<use href="#a${at + 1}"/>`.repeat(10)}</g>`);
    const entities = many((at) => `<!ENTITY e${at} "${`&e${at + 1};`.repeat(10)}">`);
    const wrong: [string, number, RegExp][] = [
      ['hello', 422, /XML|SVG/],
      ['<html></html>', 422, /not an SVG/],
      [svgOf(`${uses}<path id="a12" d="M0 0H9"/>`), 413, /too large/],
      [`<!DOCTYPE svg [${entities}]>${svgOf('<text>&e0;</text>')}`, 422, /./],
    ];
    for (const [file, status, words] of wrong) {
      const answer = await sendSvg(plotter, file);
      expect(answer.status, file.slice(0, 40)).toBe(status);
      expect(await answer.json()).toMatchObject({ detail: expect.stringMatching(words) });
    }
  });

  it('rejects content over the limit, and content that is not text', async () => {
    const plotter = await startTestPlotter();
    expect((await sendSvg(plotter, Buffer.alloc(64 * 1024 * 1024 + 1, ' '))).status).toBe(413);
    const notText = Buffer.from('{"svg":"\xff"}', 'latin1');
    for (const body of [notText, '{"svg":', '[]', '']) {
      const headers = { 'content-type': 'application/json' };
      expect((await plotter.get('/plan', { method: 'POST', headers, body })).status).toBe(400);
    }
    const answer = await plotter.send('POST', '/plan', cross, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({
      detail:
        'Send the body with the Content-Type “application/json”, “image/svg+xml”, “image/vnd.dxf”, “application/dxf”, “application/vnd.hp-hpgl”, “text/x-gcode”, “image/png”, “image/jpeg” or “application/octet-stream”, not “text/plain”.',
    });
  });
});

describe('a drawing that is too large for the planning thread', () => {
  it('is rejected, and the next one is planned', async () => {
    const queue = new PlanQueue({ heapMiB: 24, atOnce: 1 });
    const task = (svg: string): PlanTask => ({
      files: [new TextEncoder().encode(svg)],
      isText: true,
      machine: stationery.defaultProfile,
      options: {},
      thinkMs: 0,
      include: [],
      job: undefined,
    });
    const over = new AbortController();
    const entry = queue.enter(over.signal, 'here');
    await expect(entry.plan(task(scatteredSvg(200_000)))).rejects.toMatchObject({
      code: 'drawing-too-large',
    });
    over.abort();
    await entry.left;
    const next = queue.enter(new AbortController().signal, 'here');
    await next.plan(task(cross));
    await queue.close();
  });
});

describe('a job created from a drawing in one call', () => {
  it('is queued and plotted', async () => {
    const plotter = await startTestPlotter();
    const answer = await ask(plotter, cross, { job: { name: 'cross' } });
    expect(answer.status).toBe(202);
    const plan = await planOf(answer);
    expect(plan.job).toMatchObject({ name: 'cross', total: plan.commands?.length });
    expect(answer.headers.get('location')).toBe(`/api/plotter/jobs/${plan.job?.id}`);
    const job = await plotter.expectState(plan.job!.id, 'done');
    expect(job).toMatchObject({ completed: job.total, failed: 0 });
    const commands = await (await plotter.get(`/jobs/${job.id}/commands`)).text();
    expect(commands.trim().split('\n')).toEqual(plan.commands);
  });

  it('waits for the user at every pen change', async () => {
    const plotter = await startTestPlotter();
    const { job, pauses } = await planOf(await ask(plotter, twoPens, { job: {}, include: ['commands'] }));
    expect(pauses).toHaveLength(2);
    for (const [at, { reason }] of (pauses ?? []).entries()) {
      await expect
        .poll(async () => (await plotter.job(job!.id)).state)
        .toMatchObject({ state: 'paused', reason, cause: { code: 'pen-change', number: at + 1, count: 2 } });
      const { state } = await plotter.job(job!.id);
      expect(state.state === 'paused' && state.cause && describeReason(state.cause)).toBe(reason);
      expect(reason).toMatch(/^Put in pen [12] of 2: .*#(ff0000|0000ff)/);
      await plotter.post(`/jobs/${job!.id}/resume`);
    }
    await plotter.expectState(job!.id, 'done');
  });

  it('is not created from an empty drawing', async () => {
    const plotter = await startTestPlotter();
    const answer = await ask(plotter, svgOf('<path d="M0 0H9" stroke="none" fill="none"/>'), { job: {} });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ detail: expect.stringContaining('nothing to draw') });
    expect(await (await plotter.get('/jobs')).json()).toEqual({ jobs: [] });
  });
});
