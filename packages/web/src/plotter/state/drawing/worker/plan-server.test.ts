import { defaultMachine, type PlanOptions, planFile, plotJob } from '@stationery/drawing';
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
])('a file is read once, and its progress grows evenly up to the end: <svg %s>', async (size) => {
  const { parts } = await readReplies(size);
  expect(parts.at(-1)).toBe(1);
  expect(parts.filter((part) => part > 0.5).length).toBeGreaterThan(20);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
});

it('a small page is read as finely as a large one, since it can be enlarged to that', async () => {
  const [small, large] = [
    await readReplies('width="20mm" height="20mm" viewBox="0 0 100 100"'),
    await readReplies('width="420mm" height="420mm" viewBox="0 0 100 100"'),
  ];
  expect(small.points).toBe(large.points);
});

const hatch = { kind: 'hatch', spacingMm: 3 } as const;
it.each([
  {},
  { scale: 2.3 },
  { scale: 0.4, offset: { xMm: 20, yMm: -5 } },
  { operations: [hatch, { kind: 'hide' }, { kind: 'frame' }] },
  { operations: [{ ...hatch, layers: [1], pattern: 'cross' }, hatch] },
] as const)('the page plans the same commands as the service: %j', async (placed) => {
  const options = { paper: 'a4', marginMm: 10, fit: 'none', ...placed } as const;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="70mm" viewBox="0 0 100 100">${circle}<rect x="20" y="20" width="30" height="30" stroke="black" fill="red"/></svg>`;
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  // The red of the fill is a layer of its own, which is drawn where it is hatched.
  const read = replies.find((reply) => reply.kind === 'read')?.sketch;
  expect(read?.layers).toMatchObject([
    { colour: '#000000', strokes: 2 },
    { colour: '#ff0000', strokes: 0 },
  ]);
  const planned = server.handle({ kind: 'plan', revision: 1, options: { ...options, layers: [0, 1] } });
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  await server.handle({ kind: 'job' });
  await planned;
  const job = replies.find((reply) => reply.kind === 'job')?.job;
  const { plan } = await planFile(svg, options);
  expect((await job?.script.text())?.trim().split('\n')).toEqual(plotJob(plan, defaultMachine).commands);
});

it('operations that are not possible are refused, and the drawing stays', async () => {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="70mm" height="70mm"><path d="M0 0h90v90z"/></svg>';
  await server.handle({ kind: 'read', files: [new Blob([svg])] });
  const layers = [{ kind: 'hatch', layers: ['Sky'] }] as const;
  await server.handle({ kind: 'plan', revision: 1, options: { operations: layers } });
  expect(replies.at(-1)).toMatchObject({
    kind: 'refused',
    revision: 1,
    why: expect.stringContaining('“Sky”'),
  });
  const planned = server.handle({ kind: 'plan', revision: 2, options: { operations: [hatch] } });
  await expect.poll(() => replies.some(({ kind }) => kind === 'plan')).toBe(true);
  await server.handle({ kind: 'finish' });
  await planned;
  const reports = replies.flatMap((reply) => (reply.kind === 'plan' ? [reply.report] : []));
  expect(reports[0]?.lines?.xy.length).toBeGreaterThan(20);
  expect(reports.slice(1).every(({ lines }) => lines === undefined)).toBe(true);
});

it('a layer with several colours is drawn with several pens where pens are colours', async () => {
  const replies: WorkerReply[] = [];
  const server = new PlanServer((reply) => replies.push(reply));
  const layer = (name: string, inner: string) =>
    `<g inkscape:groupmode="layer" inkscape:label="${name}" fill="none">${inner}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="70mm" height="70mm">
    ${layer('Sky', '<path d="M0 0h90" stroke="#00f"/><path d="M0 50h90" stroke="#f00"/>')}
    ${layer('Sea', '<path d="M0 90h90" stroke="#00f"/>')}</svg>`;
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
  // Chosen and set by the layers of the file all the same.
  expect(await pensOf({ pens: 'colours', layers: [1] })).toEqual(['#0000ff']);
  const layerSettings = [{ layer: 0, passes: 2 }];
  expect(await pensOf({ pens: 'colours', layers: [0, 1], layerSettings })).toEqual([
    ...['#0000ff', '#ff0000', '#0000ff'],
  ]);
});
