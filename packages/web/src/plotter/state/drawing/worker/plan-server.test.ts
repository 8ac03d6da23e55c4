import { defaultMachine, type Operation, type PlanOptions, planFile, plotJob } from '@stationery/drawing';
import { expect, it } from 'vitest';
import type { WorkerReply } from './messages.ts';
import { PlanServer } from './plan-server.ts';

const arcs = 'A40 40 0 1 1 90 50 A40 40 0 1 1 10 50 '.repeat(20);
const circle = `<path d="M10 50 ${arcs}" fill="none" stroke="black"/>`;

async function readReplies(size: string): Promise<{ parts: number[]; points: number }> {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${circle.repeat(50)}</svg>`;
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  const parts = replies.flatMap((reply) => (reply.kind === 'reading' ? [reply.part] : []));
  const last = replies.at(-1);
  if (last?.kind !== 'read') throw new Error(JSON.stringify(last));
  return { parts, points: last.sketch.xy.length };
}

it.each([
  'width="20mm" height="20mm" viewBox="0 0 100 100"',
  'width="500mm" height="500mm" viewBox="0 0 100 100"',
  '',
])('PlanServer reads a file once with steady progress up to the end: <svg %s>', async (size) => {
  const { parts } = await readReplies(size);
  expect(parts.at(-1)).toBe(1);
  expect(parts.filter((part) => part > 0.5).length).toBeGreaterThan(20);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
});

it('PlanServer reads a small page as finely as a large one, because the user may enlarge it', async () => {
  const [small, large] = [
    await readReplies('width="20mm" height="20mm" viewBox="0 0 100 100"'),
    await readReplies('width="420mm" height="420mm" viewBox="0 0 100 100"'),
  ];
  expect(small.points).toBe(large.points);
});

it.each([
  ['G21\nG0 X10 Y10\nM3\nG1 X50 Y10 F1000\nM5\n', true],
  ['IN;SP1;PU10,10;PD500,10;PU;', true],
  [`<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm">${circle}</svg>`, undefined],
])(
  'PlanServer reports whether a file has machine positions, which the page does not keep: %s',
  async (file, expected) => {
    const replies: WorkerReply[] = [];
    const server = new PlanServer((reply) => replies.push(reply));
    await server.handle({ kind: 'read', files: [new Blob([file])] });
    const read = replies.find((reply) => reply.kind === 'read');
    expect(read?.sketch.layerOf.length).toBeGreaterThan(0);
    expect(read?.sketch.hasMachinePositions).toBe(expected);
  },
);

const hatch = { kind: 'hatch', spacingMm: 3 } as const;
it.each<PlanOptions>([
  {},
  { scale: 2.3 },
  { scale: 0.4, offset: { xMm: 20, yMm: -5 } },
  { operations: [hatch, { kind: 'hide' }, { kind: 'frame' }] },
  { operations: [{ ...hatch, layers: [1], pattern: 'cross' }, hatch] },
])('the page plans the same commands as the service: %j', async (placed) => {
  const options = { paper: 'a4', marginMm: 10, fit: 'none', ...placed } as const;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="70mm" viewBox="0 0 100 100">${circle}<rect x="20" y="20" width="30" height="30" stroke="black" fill="red"/></svg>`;
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  // The fill colour is a separate layer, which is drawn only if it is hatched.
  const read = replies.find((reply) => reply.kind === 'read')?.sketch;
  expect(read?.layers).toMatchObject([
    { colour: '#000000', strokes: 2 },
    { colour: '#ff0000', strokes: 0 },
  ]);
  const planned = server.handle({ kind: 'plan', revision: 1, options: { ...options, layers: [0, 1] } });
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  await server.handle({ kind: 'job', from: 1 });
  await planned;
  const job = replies.find((reply) => reply.kind === 'job')?.job;
  const { plan } = await planFile(svg, options);
  expect((await job?.script.text())?.trim().split('\n')).toEqual(plotJob(plan, defaultMachine).commands);
});

it('PlanServer makes a job of the newest plan, even if that plan is requested after the job', async () => {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="70mm" viewBox="0 0 100 100">${circle}</svg>`;
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  await server.handle({ kind: 'job', from: 1 });
  expect(replies.at(-1)).toEqual({ kind: 'unplanned' });
  const optionsAt = (xMm: number): PlanOptions => ({ paper: 'a4', fit: 'none', offset: { xMm, yMm: 0 } });
  const plans = [server.handle({ kind: 'plan', revision: 1, options: optionsAt(10) })];
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  plans.push(server.handle({ kind: 'plan', revision: 2, options: optionsAt(20) }));
  const made = server.handle({ kind: 'job', from: 1 });
  plans.push(server.handle({ kind: 'plan', revision: 3, options: optionsAt(30) }));
  await Promise.all([made, ...plans]);
  const job = replies.find((reply) => reply.kind === 'job')?.job;
  const { plan } = await planFile(svg, optionsAt(30));
  expect((await job?.script.text())?.trim().split('\n')).toEqual(plotJob(plan, defaultMachine).commands);
});

const layer = (name: string, inner: string) =>
  `<g inkscape:groupmode="layer" inkscape:label="${name}" fill="none">${inner}</g>`;
const layered = (...layers: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="70mm" height="70mm" viewBox="0 0 70 70">${layers.join('')}</svg>`;
const sky = layer('Sky', '<path d="M0 0h60" stroke="#00f"/><path d="M0 50h60" stroke="#f00"/>');
const sea = layer(
  'Sea',
  '<path d="M0 60h60" stroke="#00f"/><rect x="9" y="9" width="9" height="9" fill="#0f0"/>',
);
const sunset = layer('Sky', '<path d="M0 20h60M0 30h60" stroke="#f00"/><path d="M0 40h60" stroke="#00f"/>');

it.each([
  { pens: 'colours' },
  { pens: 'colours', layers: [2, 0] },
  { pens: 'colours', layers: [1], operations: [hatch, { kind: 'arrange', columns: 1 }] },
  { pens: 'colours', layerSettings: [{ layer: 0, passes: 2 }] },
  {
    pens: 'palette',
    palette: [
      { name: 'Pink', colour: '#ff8080' },
      { name: 'Navy', colour: '#000080' },
    ],
  },
  { pens: 'layers', operations: [{ kind: 'hide', by: 'layer' }] },
] as const)('page and service make the same plan of several files with layers: %j', async (asked) => {
  const files = [layered(sky, sea), layered(sunset, sea)];
  const options: PlanOptions = { paper: 'a4', marginMm: 10, fit: 'none', ...asked };
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  await server.handle({ kind: 'read', files: files.map((file) => new Blob([file])) });
  const shown = replies.find((reply) => reply.kind === 'read')?.sketch;
  // The page always lists the layers.
  const layers = shown!.layers.map((_, index) => index);
  const planned = server.handle({ kind: 'plan', revision: 1, options: { layers, ...options } });
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  await server.handle({ kind: 'job', from: 1 });
  await planned;
  const job = replies.find((reply) => reply.kind === 'job')?.job;
  const service = plotJob((await planFile(files, options)).plan, defaultMachine);
  expect((await job?.script.text())?.trim().split('\n')).toEqual(service.commands);
  expect(job?.pens).toEqual(service.pens);
  const lines = replies.find((reply) => reply.kind === 'plan')?.report.lines;
  // The bed shows each line in the colour of its pen.
  if (lines !== undefined) expect(lines.colours).toEqual(job?.pens.map(({ colour }) => colour));
  else expect(asked.pens).toBe('layers');
});

it('PlanServer refuses impossible operations and keeps the drawing', async () => {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="70mm"><path d="M0 0h90v90z"/></svg>';
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  const layers: Operation[] = [{ kind: 'hatch', layers: ['Sky'] }];
  await server.handle({ kind: 'plan', revision: 1, options: { operations: layers } });
  expect(replies.at(-1)).toMatchObject({
    kind: 'refused',
    revision: 1,
    why: expect.stringContaining('“Sky”'),
    option: 'operations',
  });
  const planned = server.handle({ kind: 'plan', revision: 2, options: { operations: [hatch] } });
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  await server.handle({ kind: 'finish' });
  await planned;
  const reports = replies.flatMap((reply) => (reply.kind === 'plan' ? [reply.report] : []));
  expect(reports[0]?.lines?.xy.length).toBeGreaterThan(20);
  expect(reports.slice(1).every(({ lines }) => lines === undefined)).toBe(true);
});

it('PlanServer uses several pens for a layer of several colours if pens are assigned by colour', async () => {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const svg = layered(sky, layer('Sea', '<path d="M0 60h60" stroke="#00f"/>'));
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  let revision = 0;
  const pensOf = async (options: PlanOptions) => {
    const before = replies.length;
    const planned = server.handle({ kind: 'plan', revision: ++revision, options });
    await expect.poll(() => replies.slice(before).some(({ kind }) => kind === 'plan')).toBe(true);
    await server.handle({ kind: 'timeline' });
    await planned;
    const timeline = replies.findLast((reply) => reply.kind === 'timeline');
    return timeline?.lines.colours;
  };
  expect(await pensOf({ pens: 'layers' })).toEqual(['#0000ff', '#0000ff']);
  expect(await pensOf({ pens: 'colours' })).toEqual(['#0000ff', '#ff0000']);
  // Users still choose layers and their settings by the layers of the file.
  expect(await pensOf({ pens: 'colours', layers: [1] })).toEqual(['#0000ff']);
  const layerSettings = [{ layer: 0, passes: 2 }];
  expect(await pensOf({ pens: 'colours', layers: [0, 1], layerSettings })).toEqual([
    ...['#0000ff', '#ff0000', '#0000ff'],
  ]);
});
