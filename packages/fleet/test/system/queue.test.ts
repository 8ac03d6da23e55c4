import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { Objm } from '@nats-io/obj';
import { connect } from '@nats-io/transport-node';
import { fleetBuckets, fleetObjects, fleetProtocol, type PlotterDevice } from '@stationery/contract/fleet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { natsServer, startServer } from '../support/nats-server.ts';
import { deviceState, openBucket } from '../support/put-in-bucket.ts';
import { drawing, startBoard, startDevice, timesDrawn } from '../support/test-fleet.ts';

const freePlotter: PlotterDevice = {
  inQueue: true,
  isFree: true,
  whyNotFree: null,
  paper: null,
  pens: [],
  job: null,
  needsPen: null,
  needsPaper: false,
};

describe.skipIf(!natsServer.run)(`the queue of a fleet (${natsServer.label})`, () => {
  it('gives each job to one free plotter that suits it, in the order that users want', async () => {
    const { server } = await startServer();
    const board = await startBoard(server);
    const one = await startDevice(server, 'one', { tags: ['room 3'] });
    const two = await startDevice(server, 'two');
    const devices = [one, two];
    const state = (id: string) => board.job(id).state;
    await expect.poll(() => board.devices().filter(({ isOnline }) => isOnline).length).toBe(2);

    // Copies are spread over the plotters; each is drawn once.
    const copies = await board.submit({ kind: 'commands', bytes: drawing(1001), copies: 6, name: 'Card' });
    await expect.poll(() => copies.map(({ id }) => state(id).state)).toEqual(copies.map(() => 'done'));
    expect(timesDrawn(devices, 1001)).toBe(6);
    expect(new Set(copies.map(({ id }) => (state(id) as { device: string }).device)).size).toBe(2);

    // Plotters are chosen by tag and by name.
    const send = (x: number, more: object) =>
      board.submit({ kind: 'commands', bytes: drawing(x), ...more }).then(([job]) => job!.id);
    const tagged = await send(1002, { class: { tags: ['room 3'] } });
    const named = await send(1003, { class: { device: 'two' } });
    await expect.poll(() => state(tagged)).toEqual({ state: 'done', device: 'one' });
    await expect.poll(() => state(named)).toEqual({ state: 'done', device: 'two' });

    // The owner takes the plotter out of the queue: its jobs wait, even when held, moved or given a priority.
    one.agent.changeMembership({ inQueue: false });
    await expect
      .poll(() => board.devices().find(({ id }) => id === 'one')?.state.plotter?.isFree)
      .toBe(false);
    const wanted = { class: { device: 'one' } };
    const first = await send(1011, wanted);
    const second = await send(1012, wanted);
    const third = await send(1013, { ...wanted, isHeld: true });
    const urgent = await send(1014, { ...wanted, priority: 'high' });
    const gone = await send(1015, wanted);
    await board.move(second, { before: first });
    await board.cancel(gone);
    const moved = await send(1016, wanted);
    await board.change(moved, { class: { device: 'two' } });
    await expect.poll(() => state(moved)).toEqual({ state: 'done', device: 'two' });
    one.lines.length = 0;
    one.agent.changeMembership({ inQueue: true });
    await expect
      .poll(() => [first, second, urgent].map((id) => state(id).state))
      .toEqual(['done', 'done', 'done']);
    const places = () => one.lines.filter((line) => line.endsWith('Y7')).map((line) => line.slice(6, 10));
    expect(places()).toEqual(['1014', '1012', '1011']);
    await board.change(third, { isHeld: false });
    await expect.poll(() => state(third).state).toBe('done');
    expect(state(gone)).toMatchObject({ state: 'cancelled' });
    expect(timesDrawn(devices, 1015)).toBe(0);

    // The plotter that takes a drawing plans it, and reports why if it cannot.
    const svg = (body: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="50mm" viewBox="0 0 50 50">${body}</svg>`,
      );
    const [planned] = await board.submit({
      kind: 'drawing',
      bytes: svg('<path d="M5 5 L40 40" stroke="black" fill="none"/>'),
      options: { paper: 'a6' },
    });
    await expect.poll(() => state(planned!.id).state).toBe('done');
    const [empty] = await board.submit({ kind: 'drawing', bytes: svg(''), class: { device: 'two' } });
    await expect.poll(() => board.job(empty!.id).refusals).toMatchObject([{ device: 'two' }]);
    expect(board.job(empty!.id).refusals[0]).toMatchObject({
      reason: expect.stringContaining('nothing to draw'),
      cause: { code: 'drawing-refused', error: 'invalid-drawing' },
    });
  });

  it('keeps its order after many moves, and keeps only the newest finished jobs', async () => {
    const { server } = await startServer();
    const board = await startBoard(server, { historyJobs: 3 });
    const held = { kind: 'commands', bytes: drawing(1001), isHeld: true } as const;
    const [first, ...others] = (await board.submit({ ...held, copies: 4 })).map(({ id }) => id);
    // Each move halves the space between two numbers, which suffices for about fifty moves.
    const expected = [...others];
    for (let count = 0; count < 71; count++) {
      const [moved = ''] = expected.splice(2, 1);
      expected.splice(1, 0, moved);
      await board.move(moved, { before: expected[2]! });
    }
    expect(board.jobs().map(({ id }) => id)).toEqual([first, ...expected]);
    const [next] = await board.submit(held);
    expect(board.jobs().at(-1)?.id).toBe(next?.id);

    const [other] = await board.submit({ ...held, bytes: drawing(1002) });
    const drawings = () => new Objm(jetstream(nats)).open(fleetObjects.drawings);
    const nats = await connect({ servers: server });
    onTestFinished(() => nats.close());
    const stored = async () => [...((await (await drawings()).list()) as { size: number }[])].length;
    expect(await stored()).toBe(2);
    await board.cancel(other!.id);
    for (const { id } of board.jobs()) if (id !== other!.id) await board.cancel(id);
    expect(board.count('cancelled')).toBe(6);
    // One more job makes the board remove the oldest four, after which no job uses the second drawing.
    const [last] = await board.submit({ ...held, bytes: drawing(1001) });
    await board.cancel(last!.id);
    await expect.poll(() => board.jobs().length).toBe(3);
    await expect.poll(stored).toBe(1);
    expect(board.jobs().map(({ id }) => id)).toContain(last!.id);
    expect(() => board.job(other!.id)).toThrow('There is no job');
    // Old jobs are removed from the broker, so a board that starts later has the same list. Parked reports are
    // applied; those of an unknown version stay.
    const parked = await new Kvm(jetstream(nats)).open(fleetBuckets.parked);
    const report = { job: last!.id, fence: 1, number: 1, report: 'refused', reason: '' };
    for (const protocol of [fleetProtocol, fleetProtocol + 1])
      await parked.put(`one.${protocol}`, JSON.stringify({ ...report, protocol }));
    const later = await startBoard(server, { historyJobs: 3 });
    expect(later.jobs()).toEqual(board.jobs());
    const kept = async () => (await parked.get(`one.${fleetProtocol}`))?.operation;
    await expect.poll(kept).toBe('PURGE');
    expect((await parked.get(`one.${fleetProtocol + 1}`))?.operation).toBe('PUT');
  });

  it('offers jobs to an unresponsive plotter last', async () => {
    const { server } = await startServer();
    const board = await startBoard(server, { offerWithinMs: 100 });
    const putDevice = await openBucket(server, fleetBuckets.devices);
    await putDevice('silent', deviceState('Silent', { plotter: freePlotter }));
    await expect.poll(() => board.device('silent')?.isOnline).toBe(true);
    const device = await startDevice(server, 'one');
    await expect.poll(() => board.device('one')?.state.plotter?.isFree).toBe(true);
    const [job] = await board.submit({ kind: 'commands', bytes: drawing(1001) });
    await expect.poll(() => board.job(job!.id).state).toEqual({ state: 'done', device: 'one' });
    expect(timesDrawn([device], 1001)).toBe(1);
  });

  it('gives a plotter no job until its owner has changed the sheet, or has put it back after a stop', async () => {
    const { server } = await startServer();
    const board = await startBoard(server);
    const device = await startDevice(server, 'one', { asksForPaper: true });
    const jobs = await board.submit({ kind: 'commands', bytes: drawing(1001), copies: 2 });
    const states = () => jobs.map(({ id }) => board.job(id).state.state);
    await expect.poll(states).toEqual(['done', 'waiting']);
    expect(device.agent.membership()).toMatchObject({ needsPaper: true });
    await expect
      .poll(() => board.devices()[0]?.state.plotter?.whyNotFree)
      .toEqual({ reason: 'It needs a new sheet of paper.', cause: { code: 'needs-sheet' } });
    await device.plotter.post('/stop');
    expect((await device.plotter.send('PATCH', '/fleet', { needsPaper: false })).status).toBe(200);
    await expect
      .poll(() => board.devices()[0]?.state.plotter?.whyNotFree?.cause)
      .toEqual({ code: 'machine-stopped' });
    expect(states()).toEqual(['done', 'waiting']);
    const put = await device.plotter.send('PATCH', '/fleet', { inQueue: true });
    expect(await put.json()).toMatchObject({ inQueue: true, wasStopped: false });
    await expect.poll(states).toEqual(['done', 'done']);
    expect(timesDrawn([device], 1001)).toBe(2);
    await device.agent.stop();
    expect(await (await device.plotter.get('/fleet')).json()).toMatchObject({ inFleet: false });
  });
});
