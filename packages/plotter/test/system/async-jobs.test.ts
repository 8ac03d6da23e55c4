import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { parsePrefer } from '../../src/routes/run-job-route.ts';
import {
  type JobBody,
  type ResultBody,
  sharedScripted,
  startScripted,
  startTestPlotter,
  type TestPlotter,
} from '../support/test-plotter.ts';

const echo = (line: string) => `OK ${line}\n`;
/** Silent for lines that begin with SILENT. */
const slow = (line: string) =>
  line.startsWith('SILENT') ? undefined : line.startsWith('BAD') ? 'ERR BAD\n' : echo(line);
const prefer = 'respond-async';
const idsOf = async (plotter: TestPlotter, query = '') =>
  ((await (await plotter.get(`/jobs${query}`)).json()) as { jobs: JobBody[] }).jobs.map(({ id }) => id);
const act = async (plotter: TestPlotter, id: number, action: string) =>
  (await plotter.post(`/jobs/${id}/${action}`)).status;

describe('Prefer: respond-async', () => {
  it.each(['/api/plotter/job', '/plotter/job'])('returns 202 and the job at %s', async (path) => {
    const plotter = await startScripted(slow);
    const answer = await plotter.send('POST', path, { script: 'SILENT\nB', name: 'A house' }, { prefer });
    expect(answer.status).toBe(202);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('preference-applied')).toBe('respond-async');
    const job = (await answer.json()) as JobBody;
    expect(answer.headers.get('location')).toBe(`/api/plotter/jobs/${job.id}`);
    expect(job).toMatchObject({ name: 'A house', total: 2, completed: 0, failed: 0, endedAt: null });
    expect(['queued', 'running']).toContain(job.state.state);
    expect(await (await plotter.get(answer.headers.get('location') ?? '')).json()).toMatchObject({
      id: job.id,
    });
  });

  it.each<[string | undefined, boolean, number]>([
    [undefined, false, 0],
    ['', false, 0],
    ['respond-async', true, 0],
    ['Respond-Async', true, 0],
    ['respond-async, wait=10', true, 10_000],
    ['wait=10, respond-async', true, 10_000],
    ['respond-async,wait = 10', true, 10_000],
    ['respond-async; foo=bar, wait="10"', true, 10_000],
    ['respond-async=""', true, 0],
    ['respond-async, wait=0', true, 0],
    ['respond-async, wait=soon', true, 0],
    ['respond-async, wait=-1', true, 0],
    ['respond-async, wait=5, wait=50', true, 5000],
    ['respond-async, wait=999999999', true, 600_000],
    ['return=minimal', false, 0],
    ['x="a, respond-async, b"', false, 0],
    ['not-respond-async', false, 0],
    ['handling=lenient; respond-async', false, 0],
  ])('%j is parsed as %j, %i', (header, respondAsync, waitMs) => {
    expect(parsePrefer(header)).toEqual({ respondAsync, waitMs });
  });

  it('with wait returns 200 and the result of a job that ends in time', async () => {
    const plotter = await startScripted(slow);
    const answer = await plotter.send(
      'POST',
      '/job',
      { script: 'A\nBAD' },
      { prefer: 'respond-async, wait=60' },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBe('/api/plotter/jobs/1');
    expect(await answer.json()).toMatchObject({
      ok: false,
      total: 2,
      completed: 1,
      failed: 1,
      stopped: true,
    });
  });

  it('with wait returns 202 for a job that takes longer', async () => {
    const plotter = await startScripted(slow);
    const answer = await plotter.send(
      'POST',
      '/job',
      { script: 'SILENT' },
      { prefer: 'respond-async, wait=1' },
    );
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ state: { state: 'running', next: 0 } });
  });

  it('with wait does not cancel the job when the client disconnects', async () => {
    const plotter = await startScripted(slow);
    const hangUp = new AbortController();
    const asked = fetch(`${plotter.url}/api/plotter/job`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async, wait=60' },
      body: '{"script":"SILENT\\nB"}',
      signal: hangUp.signal,
    });
    await plotter.device.expectHeard('SILENT');
    hangUp.abort();
    await expect(asked).rejects.toThrow();
    plotter.device.say('OK\n');
    expect(await plotter.expectState(1, 'done')).toMatchObject({ completed: 2 });
  });

  it('with wait answers when the job is deleted', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['SILENT']);
    const waiting = plotter.send('POST', '/job', { script: 'B' }, { prefer: 'respond-async, wait=60' });
    await expect.poll(() => idsOf(plotter)).toEqual([2, 1]);
    expect((await plotter.get('/jobs/2', { method: 'DELETE' })).status).toBe(204);
    expect((await waiting).status).toBe(404);
  });

  it('accepts a job without a port and holds it', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const { id } = await plotter.queue(['PENUP']);
    expect(await plotter.job(id)).toMatchObject({
      state: { state: 'held', reason: expect.stringMatching(/./) },
      startedAt: null,
    });
    const refused = await plotter.post(`/jobs/${id}/resume`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      503,
      expect.stringMatching(/^\d+$/),
    ]);
    await plotter.post('/connect');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect(await plotter.job(id)).toMatchObject({ state: { state: 'held' } });
    expect(await act(plotter, id, 'resume')).toBe(200);
    await plotter.expectState(id, 'done');
  });
});

describe('Idempotency-Key', () => {
  const post = (plotter: TestPlotter, body: object, key: string) =>
    plotter.send('POST', '/job', body, { prefer, 'idempotency-key': key });

  it('returns the same job for the same request, even when the job is over', async () => {
    const plotter = await startScripted(slow);
    const body = { script: 'SILENT\nB', timeoutMs: 5000 };
    const first = (await (await post(plotter, body, 'k')).json()) as JobBody;
    const again = await post(plotter, body, 'k');
    expect(again.status).toBe(202);
    expect(again.headers.get('location')).toBe(`/api/plotter/jobs/${first.id}`);
    expect(await again.json()).toMatchObject({ id: first.id });
    plotter.device.say('OK\n');
    await plotter.expectState(first.id, 'done');
    expect(await (await post(plotter, body, 'k')).json()).toMatchObject({
      id: first.id,
      state: { state: 'done' },
    });
    expect(await idsOf(plotter)).toEqual([first.id]);
    expect(plotter.device.heard).toEqual(['SILENT', 'B']);
  });

  it.each([
    { script: 'B' },
    { script: 'A', stopOnError: false },
    { script: 'A', timeoutMs: 1 },
    { script: 'A', name: 'x' },
  ])('returns 422 for a different job: %j', async (other) => {
    const plotter = await startScripted(echo);
    expect((await post(plotter, { script: 'A' }, 'k')).status).toBe(202);
    expect((await post(plotter, other, 'k')).status).toBe(422);
    expect(await idsOf(plotter)).toHaveLength(1);
  });

  it('creates one job for concurrent requests', async () => {
    const plotter = await startScripted(echo);
    const answers = await Promise.all(Array.from({ length: 8 }, () => post(plotter, { script: 'A' }, 'k')));
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as JobBody).id));
    expect(new Set(ids).size).toBe(1);
    expect(await idsOf(plotter)).toHaveLength(1);
  });

  it('creates a new job for a different key, and ignores an empty key', async () => {
    const plotter = await startScripted(echo);
    for (const key of ['a', 'b', '', '']) await post(plotter, { script: 'A' }, key);
    expect(await idsOf(plotter)).toHaveLength(4);
  });

  it('can be reused when its job was deleted', async () => {
    const plotter = await startScripted(echo);
    await post(plotter, { script: 'A' }, 'k');
    await plotter.expectState(1, 'done');
    await plotter.get('/jobs/1', { method: 'DELETE' });
    expect((await post(plotter, { script: 'B' }, 'k')).status).toBe(202);
  });

  it('survives a restart', async () => {
    const first = await startTestPlotter();
    await post(first, { script: 'PENUP' }, 'k');
    await first.expectState(1, 'done');
    await first.stop();
    const second = await startTestPlotter({ folder: first.folder });
    expect(await (await post(second, { script: 'PENUP' }, 'k')).json()).toMatchObject({ id: 1 });
  });
});

describe('the queue', () => {
  it('runs jobs in order of arrival', async () => {
    const plotter = await startScripted(slow);
    const names = ['SILENT', 'B', 'C', 'D'];
    for (const name of names) await plotter.queue([name]);
    await plotter.device.expectHeard('SILENT');
    expect(await plotter.status()).toMatchObject({ job: { id: 1 }, queued: 3 });
    plotter.device.say('OK\n');
    await plotter.expectState(4, 'done');
    expect(plotter.device.heard).toEqual(names);
  });

  it('continues after a failed or cancelled job', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['BAD', 'X']);
    await plotter.queue(['PENUP', 'SILENT', 'Y']);
    await plotter.queue(['C']);
    await plotter.device.expectHeard('SILENT');
    expect((await plotter.job(1)).state).toMatchObject({ state: 'failed', next: 1 });
    expect(await act(plotter, 2, 'cancel')).toBe(200);
    plotter.device.say('OK\n');
    await plotter.expectState(3, 'done');
    expect(plotter.device.heard).toEqual(['BAD', 'PENUP', 'SILENT', 'C']);
  });

  it('is held when the port is lost, and starts only when resumed', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['SILENT']);
    await plotter.queue(['B']);
    await plotter.device.expectHeard('SILENT');
    plotter.device.hangUp();
    expect((await plotter.expectState(1, 'interrupted')).state).toMatchObject({ next: 0, unknown: 0 });
    await plotter.expectState(2, 'held');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect(plotter.device.heard).toEqual(['SILENT']);
    expect(await act(plotter, 2, 'resume')).toBe(200);
    await plotter.expectState(2, 'done');
  });
});

describe('GET /jobs', () => {
  const shared = sharedScripted();

  it('lists the newest first, in pages', async () => {
    const plotter = await startScripted(echo);
    for (let job = 1; job <= 5; job++) await plotter.queue(['A']);
    expect(await idsOf(plotter)).toEqual([5, 4, 3, 2, 1]);
    expect(await idsOf(plotter, '?limit=2')).toEqual([5, 4]);
    expect(await idsOf(plotter, '?limit=2&before=4')).toEqual([3, 2]);
    expect(await idsOf(plotter, '?before=1')).toEqual([]);
  });

  it.each([
    'limit=0',
    'limit=501',
    'limit=1.5',
    'limit=x',
    'limit=',
    'before=0',
    'before=-1',
    'before=2.5',
    'limit=1&limit=2',
  ])('rejects ?%s', async (query) => {
    const plotter = await shared();
    const answer = await plotter.get(`/jobs?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ parameter: query.split('=')[0] });
  });

  it.each(['0', '-1', '1.5', 'x', '01', '9'.repeat(20), '7'])('returns 404 for /jobs/%s', async (id) => {
    const plotter = await shared();
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/results'],
      ['GET', '/commands'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
      ['POST', '/rerun'],
    ]) {
      expect((await plotter.get(`/jobs/${id}${path}`, { method: method as string })).status).toBe(404);
      expect((await plotter.get(`/plotter/jobs/${id}${path}`, { method: method as string })).status).toBe(
        404,
      );
    }
  });
});

describe('GET /jobs/{id}/results and /commands', () => {
  const shared = sharedScripted(echo);
  const commands = Array.from({ length: 25 }, (_, at) => (at === 20 ? 'BAD' : `C${at}`));
  const page = async (plotter: TestPlotter, query: string) =>
    (await (await plotter.get(`/jobs/1/results${query}`)).json()) as {
      from: number;
      next: number | null;
      results: ResultBody['results'];
    };

  it('return pages that agree with each other', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(commands, { stopOnError: false });
    await plotter.expectState(1, 'done');
    expect((await page(plotter, '')).results).toHaveLength(25);
    const seen = [];
    for (let from: number | null = 0; from !== null; ) {
      const got: Awaited<ReturnType<typeof page>> = await page(plotter, `?from=${from}&limit=10`);
      expect(got.from).toBe(from);
      seen.push(...got.results);
      from = got.next;
    }
    expect(seen.map(({ sent }) => sent)).toEqual(commands);
    expect(seen[20]).toEqual({
      command: 'BAD',
      sent: 'BAD',
      ok: false,
      terminalLine: 'ERR BAD',
      lines: ['ERR BAD'],
    });
    expect(await page(plotter, '?from=100')).toEqual({ from: 100, next: null, results: [] });
    expect(await (await plotter.get('/jobs/1/commands')).text()).toBe(`${commands.join('\n')}\n`);
  });

  it('return results while the job is running', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['A', 'SILENT']);
    await plotter.device.expectHeard('SILENT');
    expect((await page(plotter, '')).results.map(({ sent }) => sent)).toEqual(['A']);
  });

  it.each(['from=-1', 'from=1.5', 'limit=0', 'limit=10001', 'limit=2.5'])(
    'reject ?%s and name the parameter',
    async (query) => {
      const plotter = await shared();
      await plotter.queue(['A']);
      const answer = await plotter.get(`/jobs/1/results?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ parameter: query.split('=')[0] });
    },
  );

  it('end without an error when the client closes the connection', async () => {
    const logged: string[] = [];
    const log = createLogger({ level: 'info', stream: { write: (line) => void logged.push(line) } });
    const plotter = await startScripted(slow, { log });
    // More than the buffers of a connection hold.
    await plotter.queue(['SILENT', ...Array.from({ length: 40_000 }, () => 'X'.repeat(250))]);
    const client = connect(Number(new URL(plotter.url).port), '127.0.0.1');
    client.write('GET /api/plotter/jobs/1/commands HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(client, 'readable');
    client.destroy();
    await plotter.stop();
    expect(logged.join('')).not.toContain('unexpected');
  });
});

describe('a paused job', () => {
  it('continues without a break if the pause is withdrawn in time', async () => {
    const plotter = await startScripted(slow);
    const { id } = await plotter.queue(['PENDOWN', 'SILENT', 'MOVE X5 Y5', 'PENUP', 'PENDOWN']);
    await plotter.device.expectHeard('SILENT');
    expect(await act(plotter, id, 'pause')).toBe(200);
    const answer = await plotter.post(`/jobs/${id}/resume`);
    expect(await answer.json()).toMatchObject({ state: { state: 'running', next: 1 } });
    plotter.device.say('OK\n');
    expect(await plotter.expectState(id, 'done')).toMatchObject({ completed: 5, total: 5 });
  });

  it('waits where the pen was lifted, and resumes there', async () => {
    const plotter = await startScripted(slow);
    const { id } = await plotter.queue([
      'PENDOWN',
      'SILENT',
      'MOVE X5 Y5',
      'PENUP',
      'MOVE X9 Y9',
      'PENDOWN',
      'PENUP',
    ]);
    await plotter.device.expectHeard('SILENT');
    const answer = await plotter.post(`/jobs/${id}/pause`);
    expect(await answer.json()).toMatchObject({ state: { state: 'pausing', next: 1 } });
    plotter.device.say('OK\n');
    expect(await plotter.expectState(id, 'paused')).toMatchObject({
      state: { state: 'paused', next: 4 },
      completed: 4,
      endedAt: null,
    });
    expect(plotter.device.heard.at(-1)).toBe('PENUP');
    expect(await plotter.status()).toMatchObject({ job: { id }, pen: 'up', position: { x: 5, y: 5 } });
    // The user may look at the drawing meanwhile.
    expect((await plotter.command('MOVE X0 Y0')).status).toBe(200);
    expect(await act(plotter, id, 'resume')).toBe(200);
    expect(await plotter.expectState(id, 'done')).toMatchObject({ completed: 7, failed: 0, total: 7 });
    expect(plotter.device.heard.slice(5)).toEqual(['PENUP', 'MOVE X5 Y5', 'MOVE X9 Y9', 'PENDOWN', 'PENUP']);
  });

  it('lifts a pen in an unknown state', async () => {
    const plotter = await startScripted(slow);
    const { id } = await plotter.queue(['MOVE X1 Y1', 'SILENT', 'MOVE X2 Y2']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post(`/jobs/${id}/pause`);
    plotter.device.say('OK\n');
    await plotter.expectState(id, 'paused');
    expect(plotter.device.heard).toEqual(['MOVE X1 Y1', 'SILENT', 'PENUP']);
  });

  it('blocks other jobs until resumed or cancelled', async () => {
    const plotter = await startScripted(slow);
    const { id } = await plotter.queue(['PENUP', 'SILENT', 'X']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post(`/jobs/${id}/pause`);
    await plotter.queue(['B']);
    plotter.device.say('OK\n');
    await plotter.expectState(id, 'paused');
    expect(await plotter.job(2)).toMatchObject({ state: { state: 'queued' } });
    expect(await act(plotter, id, 'cancel')).toBe(200);
    await plotter.expectState(2, 'done');
    expect(plotter.device.heard).toEqual(['PENUP', 'SILENT', 'B']);
  });

  it('prevents other jobs from being resumed', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['SILENT', 'X']);
    await plotter.device.expectHeard('SILENT');
    plotter.device.hangUp();
    await plotter.expectState(1, 'interrupted');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    await plotter.queue(['PENUP', 'SILENT2', 'Y']);
    await plotter.device.expectHeard('SILENT2');
    await plotter.post('/jobs/2/pause');
    plotter.device.say('OK\n');
    await plotter.expectState(2, 'paused');
    const refused = await plotter.post('/jobs/1/resume');
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ job: 2 });
    expect(await plotter.status()).toMatchObject({ job: { id: 2 } });
  });

  it('continues in place on a machine with relative moves, which cannot go back', async () => {
    const plotter = await startScripted(slow);
    const profile = (await (await plotter.get('/machine')).json()) as object;
    await plotter.send('PUT', '/machine', { ...profile, coordinates: 'relative' });
    await plotter.queue(['PENUP', 'SILENT', 'MOVE X1 Y1', 'SILENT2', 'X']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post('/jobs/1/pause');
    plotter.device.say('OK\n');
    await plotter.expectState(1, 'paused');
    expect(await act(plotter, 1, 'resume')).toBe(200);
    await plotter.device.expectHeard('SILENT2');
    expect(plotter.device.heard).toEqual(['PENUP', 'SILENT', 'MOVE X1 Y1', 'SILENT2']);
    plotter.device.hangUp();
    await plotter.expectState(1, 'interrupted');
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect(await act(plotter, 1, 'resume')).toBe(409);
  });
});

it('an interrupted job that goes back counts every command once', async () => {
  const plotter = await startScripted(slow);
  const { id } = await plotter.queue(['PENUP', 'MOVE X1 Y1', 'PENDOWN', 'MOVE X2 Y2', 'SILENT', 'PENUP']);
  await plotter.device.expectHeard('SILENT');
  plotter.device.hangUp();
  const interrupted = await plotter.expectState(id, 'interrupted');
  expect(interrupted).toMatchObject({ state: { next: 4, unknown: 4 }, completed: 4, failed: 1 });
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
  plotter.device.script = echo;
  plotter.device.heard.length = 0;
  expect((await plotter.resume(id, true)).status).toBe(200);
  expect(await plotter.expectState(id, 'done')).toMatchObject({ total: 6, completed: 6, failed: 0 });
  expect(plotter.device.heard).toEqual([
    'PENUP',
    'ZERO',
    'MOVE X1 Y1',
    'PENDOWN',
    'MOVE X2 Y2',
    'SILENT',
    'PENUP',
  ]);
  const { results } = (await (await plotter.get(`/jobs/${id}/results`)).json()) as ResultBody;
  expect(results.map(({ ok }) => ok)).toEqual(Array(6).fill(true));
});

describe('cancel', () => {
  it('lifts a lowered pen, and sends nothing more', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['PENDOWN', 'SILENT', 'X']);
    await plotter.device.expectHeard('SILENT');
    expect(await (await plotter.post('/jobs/1/cancel')).json()).toMatchObject({
      state: { state: 'cancelling' },
    });
    expect(await act(plotter, 1, 'cancel')).toBe(200);
    plotter.device.say('OK\n');
    expect(await plotter.expectState(1, 'cancelled')).toMatchObject({
      state: { next: 2, reason: expect.stringMatching(/./) },
      completed: 2,
      remainingMs: null,
      endedAt: expect.any(String),
    });
    expect(plotter.device.heard).toEqual(['PENDOWN', 'SILENT', 'PENUP']);
  });

  it('lifts the pen even after an unanswered command', async () => {
    const plotter = await startScripted(slow, { times: { resyncTimeoutMs: 60_000 } });
    await plotter.queue(['PENDOWN', 'SILENT', 'X'], { timeoutMs: 1500 });
    await plotter.device.expectHeard('SILENT');
    await plotter.post('/jobs/1/cancel');
    await expect.poll(() => plotter.driver.state.state).toBe('suspect');
    plotter.device.say('OK late\n');
    expect(await plotter.expectState(1, 'cancelled')).toMatchObject({
      state: { next: 2 },
      completed: 1,
      failed: 1,
    });
    expect(plotter.device.heard).toEqual(['PENDOWN', 'SILENT', 'PENUP']);
  });
});

describe('the actions allowed on a job', () => {
  type Made = (plotter: Awaited<ReturnType<typeof startScripted>>) => Promise<unknown>;
  const running: Made = async (plotter) => {
    await plotter.queue(['PENDOWN', 'SILENT', 'PENUP', 'SILENT2']);
    await plotter.device.expectHeard('SILENT');
  };
  const made: Record<JobBody['state']['state'], Made> = {
    queued: async (plotter) => {
      await plotter.queue(['SILENT']);
      await plotter.queue(['B']);
    },
    held: async (plotter) => {
      await plotter.post('/disconnect');
      await plotter.queue(['A']);
      await plotter.post('/connect');
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
    },
    running,
    pausing: async (plotter) => {
      await running(plotter);
      await plotter.post('/jobs/1/pause');
    },
    paused: async (plotter) => {
      await made.pausing(plotter);
      plotter.device.say('OK\n');
      await plotter.expectState(1, 'paused');
    },
    cancelling: async (plotter) => {
      await running(plotter);
      await plotter.post('/jobs/1/cancel');
    },
    done: async (plotter) => {
      await plotter.queue(['A']);
      await plotter.expectState(1, 'done');
    },
    failed: async (plotter) => {
      await plotter.queue(['BAD']);
      await plotter.expectState(1, 'failed');
    },
    cancelled: async (plotter) => {
      await made.cancelling(plotter);
      plotter.device.say('OK\n');
      await plotter.expectState(1, 'cancelled');
    },
    interrupted: async (plotter) => {
      await running(plotter);
      plotter.device.hangUp();
      await plotter.expectState(1, 'interrupted');
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
    },
  };

  it.each<[JobBody['state']['state'], Record<string, number>]>([
    ['queued', { pause: 409, resume: 409, cancel: 200, rerun: 202, delete: 204 }],
    ['held', { pause: 409, resume: 200, cancel: 200, rerun: 202, delete: 204 }],
    ['running', { pause: 200, resume: 409, cancel: 200, rerun: 202, delete: 409 }],
    ['pausing', { pause: 409, resume: 200, cancel: 200, rerun: 202, delete: 409 }],
    ['paused', { pause: 409, resume: 200, cancel: 200, rerun: 202, delete: 409 }],
    ['cancelling', { pause: 409, resume: 409, cancel: 200, rerun: 202, delete: 409 }],
    ['done', { pause: 409, resume: 409, cancel: 409, rerun: 202, delete: 204 }],
    ['failed', { pause: 409, resume: 409, cancel: 409, rerun: 202, delete: 204 }],
    ['cancelled', { pause: 409, resume: 409, cancel: 409, rerun: 202, delete: 204 }],
    ['interrupted', { pause: 409, resume: 409, cancel: 200, rerun: 202, delete: 204 }],
  ])('in the state %s are %j', async (state, expected) => {
    const seen: Record<string, number> = {};
    for (const action of Object.keys(expected)) {
      const plotter = await startScripted(slow);
      await made[state](plotter);
      const id = state === 'queued' ? 2 : 1;
      expect((await plotter.job(id)).state.state).toBe(state);
      const answer =
        action === 'delete'
          ? await plotter.get(`/jobs/${id}`, { method: 'DELETE' })
          : await plotter.post(`/jobs/${id}/${action}`);
      seen[action] = answer.status;
      if (answer.status === 204) expect((await plotter.get(`/jobs/${id}`)).status).toBe(404);
      if (answer.status === 409) expect((await plotter.job(id)).state.state).toBe(state);
      await plotter.stop();
    }
    expect(seen).toEqual(expected);
  });
});

describe('running a job again', () => {
  it('queues the same commands as a new job', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['A', 'BAD', 'C'], { name: 'N', stopOnError: false, timeoutMs: 1234 });
    await plotter.expectState(1, 'done');
    const answer = await plotter.post('/jobs/1/rerun');
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe('/api/plotter/jobs/2');
    expect(await answer.json()).toMatchObject({
      id: 2,
      name: 'N',
      stopOnError: false,
      timeoutMs: 1234,
      total: 3,
    });
    expect(await plotter.expectState(2, 'done')).toMatchObject({ completed: 2, failed: 1 });
    expect(plotter.device.heard).toEqual(['A', 'BAD', 'C', 'A', 'BAD', 'C']);
    expect(await plotter.job(1)).toMatchObject({ completed: 2, failed: 1 });
  });
});

describe('a restart of the service', () => {
  it('interrupts the running job, holds queued jobs, and starts nothing', async () => {
    const first = await startScripted(slow);
    await first.queue(['A', 'SILENT', 'C']);
    await first.queue(['D']);
    await first.device.expectHeard('SILENT');
    await first.stop();
    const second = await startTestPlotter({ folder: first.folder });
    expect(await second.job(1)).toMatchObject({
      state: { state: 'interrupted', next: 1, unknown: 1 },
      completed: 1,
    });
    expect(await second.job(2)).toMatchObject({ state: { state: 'held' } });
    expect(await second.status()).toMatchObject({ job: null, queued: 0 });
  });
});

describe('the time of a job', () => {
  it('is estimated from the profile and the position of the machine', async () => {
    const plotter = await startTestPlotter({ speedFactor: 0 });
    await plotter.command('MOVE X0 Y0');
    const there = await plotter.queue(['MOVE X8000 Y0']);
    // One second at 8000 steps per second, and a tenth for acceleration and braking.
    expect(there.estimatedMs).toBeCloseTo(1100, 0);
    await plotter.expectState(1, 'done');
    expect((await plotter.queue(['MOVE X8000 Y0'])).estimatedMs).toBeCloseTo(0, 0);
  });

  it('includes the remaining time while the job runs', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['MOVE X8000 Y0', 'SILENT', 'MOVE X0 Y0']);
    await plotter.device.expectHeard('SILENT');
    const job = await plotter.job(1);
    expect(job.estimatedMs).toBeCloseTo(2200, 0);
    expect(job.remainingMs).toBeGreaterThan(0);
    expect(job.remainingMs).toBeLessThan(job.estimatedMs);
  });
});
