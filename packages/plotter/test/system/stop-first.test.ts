import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createLogger } from '@stationery/core';
import { needsMounts } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followEvents } from '../support/event-stream.ts';
import { fillToTheLastByte, smallDisk } from '../support/full-disk.ts';
import { ask } from '../support/plan-requests.ts';
import { scatteredSvg } from '../support/svg-drawings.ts';
import { startScripted, startTestPlotter, type TestPlotter } from '../support/test-plotter.ts';

const mounts = needsMounts();

describe.skipIf(!mounts.run)(`STOP under adverse conditions (${mounts.label})`, () => {
  it('reaches the machine before anything else happens, and holds the queue whatever the state of the disk', async () => {
    const folder = await smallDisk();
    const order: string[] = [];
    const log = createLogger({
      level: 'error',
      stream: { write: (line) => void order.push((JSON.parse(line) as { msg: string }).msg) },
    });
    const plotter = await startTestPlotter({
      folder,
      log,
      speedFactor: 1,
      onBytes: (bytes) => order.push(`heard ${Buffer.from(bytes).toString().trim()}`),
    });
    // One move takes longer than the whole test.
    const moves = Array.from({ length: 1000 }, (_, at) => `MOVE X${at % 2 === 0 ? 30_000 : 0} Y0`);
    const { id } = await plotter.queue(['PENDOWN', 'SPEED 100', ...moves], { timeoutMs: 3_600_000 });
    await queueMany(plotter, 1000);
    expect(await plotter.status()).toMatchObject({ queued: 1000 });
    const clients = await Promise.all(Array.from({ length: 500 }, (_, at) => listenFrom(plotter, at)));
    const hangUp = new AbortController();
    const planning = ask(plotter, scatteredSvg(5000), { thinkMs: 60_000, job: {} }, hangUp).catch(
      () => 'gone',
    );
    await followEvents(plotter).then((events) =>
      events.expectEvent('plan', { state: expect.objectContaining({ state: 'ordering' }) }),
    );
    const makeRoom = fillToTheLastByte(folder);

    for (const client of clients) {
      client.on('data', (piece: Buffer) => {
        if (piece.includes('"STOP"') && !order.includes('told')) order.push('told');
      });
    }
    order.length = 0;
    const answer = await plotter.post('/stop');
    order.push('answered');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('stop-notice')).toMatch(/could not be saved/);
    await expect.poll(() => order).toContain('told');
    // Before STOP, the running job may have sent a line, or the driver its periodic status query. Everything that the
    // stop causes comes after STOP was sent to the machine.
    const beforeStop = order.slice(0, order.indexOf('heard STOP'));
    expect(beforeStop.filter((what) => !/^heard (MOVE .*|STATUS)$/.test(what))).toEqual([]);
    const [first, ...others] = order.slice(beforeStop.length);
    expect(first).toBe('heard STOP');
    expect(others).toEqual(expect.arrayContaining(['jobs could not be saved', 'told', 'answered']));
    expect(order.filter((what) => what === 'jobs could not be saved')).toHaveLength(1);

    // The current move had been accepted: it neither failed nor counts as done.
    const { completed, failed, state } = await plotter.expectState(id, 'cancelled');
    expect([failed, 'next' in state && state.next]).toEqual([0, completed]);
    expect(await plotter.status()).toMatchObject({ job: null, queued: 0, pen: 'up' });
    const { jobs } = (await (await plotter.get('/jobs?limit=500')).json()) as { jobs: { state: object }[] };
    expect(new Set(jobs.map(({ state }) => JSON.stringify(state)))).toEqual(
      new Set([
        JSON.stringify({
          state: 'held',
          reason: 'The machine was stopped.',
          cause: { code: 'machine-stopped' },
        }),
      ]),
    );
    expect(plotter.board.status().activity).toEqual({ state: 'idle' });
    hangUp.abort();
    await planning;

    // Once space is free, everything is saved, including the results.
    makeRoom();
    await plotter.stop();
    const again = await startTestPlotter({ folder });
    expect(await again.job(2)).toMatchObject({
      state: { state: 'held', reason: 'The machine was stopped.' },
    });
    expect(await again.job(id)).toMatchObject({ state: { state: 'cancelled' }, failed });
    const results = (await (await again.get(`/jobs/${id}/results`)).json()) as { results: unknown[] };
    expect(results.results).toHaveLength(completed);
  });
});

describe('requests in flight during a stop', () => {
  const stopped = (line: string) => (line === 'STOP' ? 'OK STOPPED\n' : `OK ${line}\n`);

  it.each([
    ['/command', { command: 'MOVE X1 Y1' }, {}, 503],
    ['/job', { commands: ['MOVE X1 Y1'] }, {}, 503],
    ['/job', { commands: ['MOVE X1 Y1'] }, { prefer: 'respond-async' }, 202],
  ])('do not move the machine with a body for %s', async (path, body, headers, status) => {
    const plotter = await startScripted(stopped);
    const sending = beginBody(plotter, path, headers);
    await sending.begun;
    expect((await plotter.post('/stop')).status).toBe(204);
    expect(await sending.finish(JSON.stringify(body))).toBe(status);
    const { jobs } = (await (await plotter.get('/jobs')).json()) as { jobs: { state: object }[] };
    expect(jobs.map(({ state }) => state)).toEqual(
      status === 202
        ? [
            {
              state: 'held',
              reason: expect.stringMatching(/stopped while/),
              cause: { code: 'stopped-on-arrival' },
            },
          ]
        : [],
    );
    expect(plotter.device.heard).toEqual(['STOP']);
    // Requests made after the stop are executed.
    expect((await plotter.command('MOVE X2 Y2')).status).toBe(200);
  });

  it('hold the job of a drawing that is being planned', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    // Other plans keep the drawing waiting until their clients disconnect.
    const hangUp = new AbortController();
    for (const id of [1, 2]) {
      void ask(plotter, scatteredSvg(2000), { thinkMs: 60_000 }, hangUp).catch(() => 'gone');
      await events.expectEvent('plan', { id });
    }
    const planning = ask(plotter, scatteredSvg(20), { job: {}, include: [], reference: 'mine' });
    await events.expectEvent('plan', { reference: 'mine' });
    expect((await plotter.post('/stop')).status).toBe(204);
    hangUp.abort();
    const { job } = (await (await planning).json()) as { job: { state: object } };
    expect(job.state).toEqual({
      state: 'held',
      reason: expect.stringMatching(/stopped while/),
      cause: { code: 'stopped-on-arrival' },
    });
  });
});

/** Pipelines requests on one connection. */
async function queueMany({ url }: TestPlotter, count: number): Promise<void> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ commands: ['HOME'] });
  const head = `POST /api/plotter/job HTTP/1.1\r\nHost: localhost\r\nPrefer: respond-async\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  socket.write(`${head}${body}`.repeat(count));
  const begin = 'HTTP/1.1 202';
  let taken = 0;
  // A chunk may end within the beginning of an answer.
  let rest = '';
  for await (const piece of socket) {
    const text = rest + (piece as Buffer).toString('latin1');
    taken += text.split(begin).length - 1;
    if (taken === count) break;
    const last = text.lastIndexOf(begin);
    rest = text.slice(last < 0 ? 0 : last + begin.length).slice(1 - begin.length);
  }
  expect(taken).toBe(count);
}

/** A client of the event stream from one of many addresses. Resolves after its snapshot. */
async function listenFrom({ url }: TestPlotter, at: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + (at % 100)}` });
  onTestFinished(() => void socket.destroy());
  socket.write('GET /api/plotter/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let text = '';
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    const read = (piece: Buffer) => {
      text += piece;
      if (!text.includes('event: snapshot')) return;
      socket.off('data', read);
      resolve();
    };
    socket.on('data', read);
  });
  socket.resume();
  return socket;
}

/** A request with an unfinished body; `begun` resolves when the service has started reading. */
function beginBody({ url }: TestPlotter, path: string, headers: Record<string, string>) {
  const asked = request(`${url}/api/plotter${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue', ...headers },
  });
  const begun = new Promise<void>((resolve) => asked.once('continue', resolve));
  const status = new Promise<number>((resolve, reject) => {
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
  });
  asked.flushHeaders();
  return {
    begun: begun.then(() => void asked.write(' ')),
    finish(body: string) {
      asked.end(body);
      return status;
    },
  };
}
