import { MessageChannel } from 'node:worker_threads';
import { effect, type Signal, signal } from '@preact/signals';
import type { MachineProfile } from '@stationery/client';
import { afterEach, describe, expect, it } from 'vitest';
import { copySelected, fillSheet, removeSelected } from './edit-objects.ts';
import { noOperations } from './operation-settings.ts';
import type { Layout } from './placed-drawing.ts';
import { penAt, pointsUntil } from './playback.ts';
import { DrawingSession } from './session.ts';
import type { ChosenPaper, PaperStorage } from './settings.ts';
import type { WorkerReply, WorkerRequest } from './worker/messages.ts';
import { PlanServer } from './worker/plan-server.ts';
import { type PlanWorker, waitUntilRead } from './worker/worker-client.ts';

const profile: MachineProfile = {
  name: 'Plotter',
  stepsPerMm: 80,
  coordinates: 'absolute',
  size: { widthMm: 420, heightMm: 297 },
  limits: null,
  enforceLimits: null,
  speed: 8000,
  acceleration: 80_000,
  penUpMs: 100,
  penDownMs: 100,
};

const svg = (body: string, size = 'width="60mm" height="40mm" viewBox="0 0 60 40"') =>
  new Blob([`<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none">${body}</svg>`]);
const twoLayers = svg(
  '<g id="Outlines" stroke="#2040c0"><path d="M4 4h40v22z"/></g><g id="White" stroke="#ffffff"><path d="M1 1h9"/></g>',
);

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Runs the worker's program in this process, behind a real message port. */
function startWorker(
  ...files: readonly Blob[]
): PlanWorker & { requests: WorkerRequest[]; isClosed: boolean } {
  const { port1: page, port2: worker } = new MessageChannel();
  const server = new PlanServer((reply, transfer) => worker.postMessage(reply, transfer as ArrayBuffer[]));
  worker.on('message', (request: WorkerRequest) => void server.handle(request));
  const requests: WorkerRequest[] = [];
  const client = {
    requests,
    isClosed: false,
    send(request: WorkerRequest) {
      requests.push(request);
      page.postMessage(request);
    },
    listen(onReply: (reply: WorkerReply) => void) {
      page.on('message', onReply);
      return () => page.off('message', onReply);
    },
    close() {
      client.isClosed = true;
      page.close();
    },
  };
  open.push(() => page.close());
  client.send({ kind: 'read', files });
  return client;
}

function memoryPaper(stored?: ChosenPaper): PaperStorage & { stored: ChosenPaper | undefined } {
  return {
    stored,
    read() {
      return this.stored;
    },
    write({ paper, orientation, marginMm, paperAt }, isOrientationChosen) {
      this.stored = { paper, ...(isOrientationChosen && { orientation }), marginMm, paperAt };
    },
  };
}

interface Options {
  file?: Blob;
  more?: readonly Blob[];
  layout?: Layout;
  at?: { xMm: number; yMm: number };
  added?: number;
  keepsPlaces?: boolean;
  paper?: PaperStorage;
  machine?: Signal<MachineProfile | undefined>;
}

function openSession({
  file = twoLayers,
  more,
  layout,
  at,
  added,
  keepsPlaces,
  paper = memoryPaper(),
  machine = signal(profile),
}: Options = {}) {
  const worker = startWorker(file, ...(more ?? []));
  const clock = { nowMs: 0 };
  const session = new DrawingSession({
    drawing: { name: 'Fern', file, more, layout, at, added, keepsPlaces },
    worker,
    machine,
    machineInReach: machine,
    paper,
    nowMs: () => {
      clock.nowMs += 10_000;
      return clock.nowMs;
    },
  });
  open.push(() => session.close());
  return { session, worker, machine, clock };
}

/** A place on the bed in steps. */
const at = (xMm: number, yMm: number) => ({ x: xMm * 80, y: yMm * 80 });

/** Resolves when a condition on signals becomes true. */
const until = (isTrue: () => boolean) =>
  new Promise<void>((resolve) => {
    const stop = effect(() => {
      if (!isTrue()) return;
      queueMicrotask(() => stop());
      resolve();
    });
  });

const square = svg(
  '<path stroke="#c02020" d="M0 0h20v20h-20z"/>',
  'width="20mm" height="20mm" viewBox="0 0 20 20"',
);

describe('a drawing session', () => {
  it('reads, places and plans a drawing, and makes a job of the plan', async () => {
    const { session } = openSession();
    expect([session.readState.value, session.layout.value]).toEqual([
      { state: 'reading', part: 0 },
      undefined,
    ]);
    await until(() => session.readState.value.state === 'reading' && session.readState.value.part > 0);
    await until(() => session.isPlanned.value && !session.isPlanning.value);
    // White is off, but the drawing keeps its size and page.
    expect(session.settings.value).toMatchObject({ paper: 'page', scale: 1, rotate: 0, pens: 'layers' });
    expect(session.settings.value?.layers.map(({ isOn }) => isOn)).toEqual([true, false]);
    expect(session.extent.value).toMatchObject({ minX: expect.closeTo(4), maxX: expect.closeTo(44) });
    const corners = [at(0, 0), at(60, 0), at(60, 40), at(0, 40)];
    expect(session.paperOnBed.value).toEqual({
      minX: 0,
      minY: 0,
      maxX: 60 * 80,
      maxY: 40 * 80,
      corners,
    });
    expect(session.plan.value).toMatchObject({ pens: 1, isImproving: false });
    const job = await session.makeJob();
    expect(await job?.script.text()).toMatch(/^PENUP\nMOVE X\d+ Y\d+\nPENDOWN\n/);
    expect([job?.pauses, job?.pens.length]).toEqual([[], 1]);
  });

  it('aligns the drawing with the marks found on the sheet, wherever the paper is set to be, until this is undone', async () => {
    const { session, machine } = openSession();
    await until(() => session.isPlanned.value);
    const { paperOnBed, extent } = session;
    const [outline, box] = [paperOnBed.value, extent.value];
    const mark = (x: number, y: number, foundX: number, foundY: number) => ({
      at: { xMm: x, yMm: y },
      found: { xMm: foundX, yMm: foundY },
    });
    // The sheet is rotated by 90°, and its upper left corner is at 100, 10 mm.
    session.change({ marks: [mark(0, 0, 100, 10), mark(50, 0, 100, 60)] });
    const rounded = () =>
      paperOnBed.value?.corners.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
    expect(rounded()).toEqual([at(100, 10), at(100, 70), at(60, 70), at(60, 10)]);
    expect([extent.value, session.layout.value?.fitMode]).toEqual([box, undefined]);
    session.change({ paperAt: { xMm: 30, yMm: 40 } });
    await until(() => session.isPlanned.value);
    expect(rounded()?.[0]).toEqual(at(100, 10));
    // The preview stays on the paper as planned: its first corner is 4, 4 mm from the corner of the page.
    expect(session.shownPreview.value?.boxes?.onPaper.minX).toBeCloseTo(4, 6);
    const job = await session.makeJob();
    expect(await job?.script.text()).toMatch(/MOVE X7680 Y1120\n/);

    machine.value = { ...profile, limits: { minX: 0, minY: 0, maxX: 7600, maxY: 24_000 } };
    await until(() => session.whyRefused.value !== undefined);
    expect(session.whyRefused.value).toMatch(/1\.0 mm out of the machine's reach/);
    expect([session.readState.value.state, await session.makeJob()]).toEqual(['read', undefined]);
    session.undo();
    session.undo();
    await until(() => session.isPlanned.value);
    expect([session.settings.value?.marks, paperOnBed.value]).toEqual([undefined, outline]);
  });

  it('begins where the drawing was plotted before, and stays there if the paper changes', async () => {
    const { session } = openSession({ at: { xMm: 30, yMm: 12.5 } });
    await until(() => session.extent.value !== undefined);
    // The lines begin 4 mm inside the page.
    expect(session.extent.value).toMatchObject({
      minX: expect.closeTo(34, 6),
      minY: expect.closeTo(16.5, 6),
    });
    expect(session.layout.value).toMatchObject({ fitMode: undefined, settings: { paper: 'machine' } });
    session.change({ marginMm: 40 });
    expect(session.extent.value).toMatchObject({ minX: expect.closeTo(34, 6) });
  });

  it('plays the plot over time until the plan changes', async () => {
    const { session } = openSession({
      file: svg('<path stroke="#f00" d="M10 10h30"/><path stroke="#00f" d="M10 20h30v9"/>'),
    });
    await until(() => session.isPlanned.value);
    const { playback } = session;
    await playback.seek(0.5);
    const timeline = playback.timeline.value!;
    const { lines, atMs, totalMs } = timeline;
    expect([playback.isShown.value, playback.atMs.value]).toEqual([true, totalMs / 2]);
    expect(totalMs / session.plan.value!.now.timeMs).toBeCloseTo(1, 2);
    expect([lines.colours, lines.widthsMm]).toEqual([
      ['#ff0000', '#0000ff'],
      [0.4, 0.4],
    ]);
    expect([pointsUntil(atMs, -1), pointsUntil(atMs, atMs[1]!), pointsUntil(atMs, totalMs)]).toEqual([
      0, 2, 5,
    ]);
    const [fromX, toX] = [lines.xy[0]!, lines.xy[2]!];
    expect(penAt(timeline, (atMs[0]! + atMs[1]!) / 2)?.x).toBeCloseTo((fromX + toX) / 2);
    expect([penAt(timeline, 0), penAt(timeline, totalMs)]).toEqual([undefined, undefined]);

    await playback.play();
    playback.advance(totalMs / 4);
    expect([playback.atMs.value, playback.isPlaying.value]).toEqual([totalMs * 0.75, true]);
    playback.advance(totalMs);
    expect([playback.atMs.value, playback.isPlaying.value]).toEqual([totalMs, false]);
    await playback.play();
    expect([playback.atMs.value, playback.isPlaying.value]).toEqual([0, true]);

    session.nudge('left', true);
    expect([playback.isShown.value, playback.isPlaying.value]).toEqual([false, false]);
    const outdated = playback.seek(0.1);
    session.nudge('left', true);
    await until(() => session.isPlanned.value);
    await playback.seek(1);
    await outdated;
    expect(playback.atMs.value).toBe(playback.timeline.value?.totalMs);
  });

  it('plans again after a change and ignores outdated reports', async () => {
    const { session, worker } = openSession();
    await until(() => session.isPlanned.value);
    session.change({ layers: session.settings.value!.layers.map((layer) => ({ ...layer, isOn: true })) });
    expect([session.isPlanned.value, session.isPlanning.value]).toEqual([false, true]);
    await until(() => session.isPlanned.value);
    expect(session.plan.value?.pens).toBe(2);
    session.nudge('left', true);
    session.nudge('up', false);
    await until(() => session.isPlanned.value);
    // Two changes at once cause one plan.
    expect(worker.requests.filter(({ kind }) => kind === 'plan')).toHaveLength(3);
    expect(session.settings.value?.offset).toEqual({ xMm: -10, yMm: -1 });
  });

  it('knows the box around the drawn lines, even if cropped or copied, and moves it with the drawing', async () => {
    const { session } = openSession({ file: svg('<path stroke="#2040c0" d="M5 20h50M30 5v30"/>') });
    const planned = () => until(() => session.isPlanned.value && session.plan.value !== undefined);
    const rounded = () =>
      session.extent.value &&
      Object.fromEntries(Object.entries(session.extent.value).map(([side, mm]) => [side, Math.round(mm)]));
    await planned();
    expect(rounded()).toEqual({ minX: 5, minY: 5, maxX: 55, maxY: 35 });
    session.change({ operations: { cropsAtMargins: true } });
    await planned();
    expect(rounded()).toEqual({ minX: 10, minY: 10, maxX: 50, maxY: 30 });
    expect(session.plan.value?.warnings).toMatchObject([{ code: 'cut-off-at-margins' }]);
    session.change({ offset: { xMm: 2, yMm: 0 } });
    // Until the next plan, the box moves with the drawing.
    expect(rounded()).toEqual({ minX: 12, minY: 10, maxX: 52, maxY: 30 });
    await planned();
    expect(rounded()).toEqual({ minX: 10, minY: 10, maxX: 50, maxY: 30 });
    session.change({
      paper: 'a4',
      orientation: 'portrait',
      operations: { columns: 2, rows: 3, copyGapMm: 10 },
    });
    await planned();
    const { minX, minY, maxX, maxY } = session.extent.value!;
    expect([maxX - minX, maxY - minY].map(Math.round)).toEqual([110, 110]);
    session.change({ operations: {} });
    expect(session.extent.value!.maxX - session.extent.value!.minX).toBeCloseTo(50, 5);
  });

  it('arranges several drawings and fits them again', async () => {
    const { session } = openSession({ more: [twoLayers, twoLayers] });
    const isPlanned = () => session.isPlanned.value && session.plan.value !== undefined;
    await until(isPlanned);
    const size = () => [session.sketch.value!.widthMm, session.sketch.value!.heightMm].map(Math.round);
    expect(size()).toEqual([125, 85]);
    session.change({ operations: { sheetColumns: 3, sheetGapMm: 10 } });
    await until(() => Math.round(session.sketch.value!.widthMm) === 200 && isPlanned());
    expect(size()).toEqual([200, 40]);
    const { minX, maxX } = session.extent.value!;
    expect([minX, maxX].map(Math.round)).toEqual([4, 184]);
  });

  it('moves, copies, removes and adds single drawings of a sheet, and undoes these changes', async () => {
    const { session, worker } = openSession({ more: [square] });
    const isPlanned = () => session.isPlanned.value && session.plan.value !== undefined;
    await until(isPlanned);
    const corner = (index: number) => {
      const { minX, minY, maxX } = session.selectionOf(index)!.box;
      return [minX, minY, maxX - minX].map(Math.round);
    };
    const all = () => session.objects.value.map((_, index) => corner(index));
    session.change({ paper: 'a4', orientation: 'portrait', rotate: 90 });
    const [first, second] = all();
    session.selected.value = 1;
    session.changeSelection({ offset: { xMm: 0, yMm: 60.5 }, scale: 2, rotate: 0 });
    // The square keeps its centre, whatever the rotation and place of the sheet.
    expect(all()).toEqual([first, [85, 189, 40]]);
    copySelected(session);
    removeSelected(session);
    copySelected(session);
    expect(session.objects.value).toHaveLength(2);
    session.undo();
    expect(session.objects.value).toHaveLength(3);
    session.undo();
    session.undo();
    expect(all()).toEqual([first, second]);

    session.selected.value = 0;
    session.nudge('right', true);
    removeSelected(session);
    expect(session.sketch.value!.layers.map(({ isLeftOut }) => isLeftOut)).toEqual([true, true, false]);
    await until(isPlanned);
    expect(session.plan.value!.now.drawMm).toBeCloseTo(80);
    fillSheet(session);
    expect(session.objects.value).toHaveLength(7 * 11);
    // Fills the sheet again, with a different gap.
    const { operations } = session.settings.value!;
    session.change({ operations: { ...noOperations, ...operations, copyGapMm: 50 } });
    fillSheet(session);
    expect(session.objects.value.length).toBeLessThan(7 * 11);
    session.undo();
    session.undo();
    expect(session.objects.value).toHaveLength(7 * 11);
    await until(isPlanned);
    expect(session.plan.value!.now.drawMm).toBeCloseTo(77 * 80);
    expect(worker.requests.filter(({ kind }) => kind === 'read')).toHaveLength(1);

    const [layout, drawing] = [session.layout.value!, { name: 'Fern', file: twoLayers }];
    const more = [square, square];
    const wider = openSession({ ...drawing, more, layout, added: 1 }).session;
    await until(() => wider.settings.value !== undefined);
    expect(wider.objects.value).toHaveLength(78);
    expect(wider.objects.value.slice(0, -1)).toEqual(session.objects.value);
    expect(wider.objects.value.at(-1)).toMatchObject({ drawing: 2 });
  });

  it('adds text to a sheet without changing the paper, and selects it', async () => {
    const paper = () => memoryPaper({ paper: 'page', marginMm: 10, paperAt: { xMm: 0, yMm: 0 } });
    const { session } = openSession({ paper: paper() });
    await until(() => session.paperOnBed.value !== undefined);
    const layout = session.layout.value!;
    const parts = { more: [square], layout, added: 1, paper: paper() };
    const { session: withText } = openSession({ ...parts, keepsPlaces: true });
    await until(() => withText.paperOnBed.value !== undefined);
    expect(withText.paperOnBed.value).toEqual(session.paperOnBed.value);
    expect(withText.selection.value?.index).toBe(1);
    const { session: inRows } = openSession(parts);
    await until(() => inRows.paperOnBed.value !== undefined);
    expect(inRows.paperOnBed.value).not.toEqual(session.paperOnBed.value);
  });

  it('keeps a drawing if the machine refuses its pen, and reports the reason', async () => {
    const machine = signal<MachineProfile | undefined>({
      ...profile,
      penHeightLimits: { min: 31, max: 180 },
    });
    const { session } = openSession({ machine });
    await until(() => session.isPlanned.value && session.plan.value !== undefined);
    const layers = session.settings.value!.layers.map((layer) => ({
      ...layer,
      settings: { penDownHeight: 500 },
    }));
    session.change({ layers });
    await until(() => session.whyRefused.value !== undefined);
    expect(session.whyRefused.value).toMatch(/500 is out of range: this plotter takes 31 to 180/);
    expect(session.readState.value.state).toBe('read');
    session.change({ layers: layers.map(({ index, isOn }) => ({ index, isOn })) });
    await until(() => session.isPlanned.value && session.whyRefused.value === undefined);
  });

  it('undoes and redoes settings together with the fit mode', async () => {
    const { session } = openSession();
    await until(() => session.settings.value !== undefined);
    session.change({ paper: 'machine' });
    session.fitTo('fill');
    const filled = session.settings.value!.scale;
    expect(filled).toBeGreaterThan(5);
    session.change({ paper: 'a5' });
    const onA5 = session.settings.value!.scale;
    expect(onA5).toBeLessThan(filled);
    session.change({ scale: 1 });
    session.change({ paper: 'a4' });
    expect([session.settings.value!.scale, session.fitMode.value]).toEqual([1, undefined]);
    session.undo();
    session.undo();
    expect([session.settings.value!.scale, session.fitMode.value]).toEqual([onA5, 'fill']);
    expect(session.undoCounts.value).toEqual({ undo: 3, redo: 2 });
    session.redo();
    expect(session.settings.value).toMatchObject({ paper: 'a5', scale: 1 });
  });

  it('keeps the paper for the next drawing, but its orientation only if the user chose it', async () => {
    const paper = memoryPaper();
    const { session } = openSession({ paper });
    await until(() => session.settings.value !== undefined);
    session.change({ paper: 'a4', paperAt: { xMm: 5, yMm: 6 } });
    expect(paper.stored).toEqual({ paper: 'a4', marginMm: 10, paperAt: { xMm: 5, yMm: 6 } });
    const portrait = svg(
      '<path stroke="#000" d="M1 1v40"/>',
      'width="20mm" height="50mm" viewBox="0 0 20 50"',
    );
    const second = openSession({ paper, file: portrait }).session;
    await until(() => second.settings.value !== undefined);
    expect(second.settings.value).toMatchObject({ paper: 'a4', orientation: 'portrait' });
    second.change({ orientation: 'landscape' });
    expect(paper.stored?.orientation).toBe('landscape');
  });

  it('explains impossible settings and keeps the paper until they are possible', async () => {
    const { session } = openSession();
    await until(() => session.isPlanned.value);
    const before = session.paperOnBed.value;
    session.change({ marginMm: 900 });
    expect(session.placement.value).toBeUndefined();
    expect(session.whyImpossible.value).toBeDefined();
    expect([session.isPlanning.value, session.paperOnBed.value]).toEqual([false, before]);
    session.change({ marginMm: 0 });
    await until(() => session.isPlanned.value);
  });

  it('restores the placement only for the same drawing', async () => {
    const first = openSession().session;
    await until(() => first.settings.value !== undefined);
    first.change({ rotate: 30, scale: 2, pens: 'one', operations: { hatch: 'lines' } });
    const layout = structuredClone(first.layout.value!);
    const same = openSession({ layout }).session;
    await until(() => same.settings.value !== undefined);
    expect(same.layout.value).toEqual(layout);
    const other = openSession({ layout, file: svg('<path stroke="#000" d="M1 1h9"/>') }).session;
    await until(() => other.settings.value !== undefined);
    expect(other.settings.value).toMatchObject({
      rotate: 0,
      scale: 1,
      pens: 'one',
      operations: { hatch: 'lines' },
    });
  });

  it('starts with default settings if stored ones are incomplete or have invalid numbers', async () => {
    const first = openSession().session;
    await until(() => first.settings.value !== undefined);
    const defaults = first.settings.value!;
    first.change({ rotate: 30 });
    const { settings, fitMode } = structuredClone(first.layout.value!);
    const { offset: _, ...partial } = settings;
    for (const spoilt of [partial, { ...settings, scale: Number.NaN }]) {
      const { session } = openSession({ layout: { settings: spoilt as typeof settings, fitMode } });
      await until(() => session.settings.value !== undefined);
      expect(session.settings.value).toEqual(defaults);
    }
  });

  it('waits for the machine profile, and plans again when the profile changes', async () => {
    const machine = signal<MachineProfile | undefined>(undefined);
    const { session } = openSession({ machine });
    await until(() => session.sketch.value !== undefined);
    expect(session.settings.value).toBeUndefined();
    machine.value = profile;
    await until(() => session.isPlanned.value);
    const slowMs = session.plan.value!.now.timeMs;
    machine.value = { ...profile, speed: 800 };
    await until(() => session.isPlanned.value);
    expect(session.plan.value!.now.timeMs).toBeGreaterThan(slowMs);
  });

  it.each([
    ['nothing to plot', svg('')],
    ['no SVG', new Blob(['Dear plotter,'])],
  ])('fails with a reason if a file has %s', async (_, file) => {
    const { session } = openSession({ file });
    await until(() => session.readState.value.state === 'failed');
    expect(session.readState.value).toMatchObject({ why: expect.stringMatching(/\w+/) });
    expect(session.layout.value).toBeUndefined();
  });

  it('ends when its worker ends, even while it waits for a job', async () => {
    const { session, worker, machine } = openSession();
    await until(() => session.isPlanned.value);
    const job = session.makeJob();
    session.close();
    expect([await job, worker.isClosed]).toEqual([undefined, true]);
    const requests = worker.requests.length;
    machine.value = { ...profile, stepsPerMm: 40 };
    expect([session.paperOnBed.value?.maxX, worker.requests.length]).toEqual([60 * 80, requests]);
  });

  it('reuses a worker that has read the drawing', async () => {
    const worker = startWorker(twoLayers);
    const sketch = await waitUntilRead(worker, new AbortController().signal);
    if (typeof sketch !== 'object') throw new Error(sketch);
    const machine = signal(profile);
    const drawing = { name: 'Fern', file: twoLayers };
    const parts = { drawing, worker, sketch, machine, machineInReach: machine, paper: memoryPaper() };
    const session = new DrawingSession(parts);
    open.push(() => session.close());
    expect(session.settings.value).toMatchObject({ paper: 'page' });
    await until(() => session.isPlanned.value);
    expect(worker.requests.map(({ kind }) => kind)).toEqual(['read', 'plan']);

    const cancelled = new AbortController();
    const reading = waitUntilRead(startWorker(twoLayers), cancelled.signal);
    cancelled.abort();
    expect(await reading).toBeUndefined();
  });
});
