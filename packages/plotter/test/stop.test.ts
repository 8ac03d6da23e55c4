import { describe, expect, it, vi } from 'vitest';
import { a3Plotter } from '../src/drivers/firmware-model/machine-model.ts';
import { followEvents } from './support/event-stream.ts';
import { alwaysOk } from './support/scripted-device.ts';
import { type ResultBody, startScripted, startTestPlotter } from './support/test-plotter.ts';

const slow = (line: string) =>
  line.startsWith('SILENT') ? undefined : line === 'STOP' ? 'OK STOPPED\n' : `OK ${line}\n`;

describe('POST /stop', () => {
  it.each(['/api/plotter/stop', '/plotter/stop'])(
    'stops the machine ahead of all commands at %s',
    async (path) => {
      const plotter = await startScripted(() => undefined);
      const asked = plotter.command('MOVE X9 Y9');
      await plotter.device.expectHeard('MOVE X9 Y9');
      const stopped = plotter.post(path);
      await plotter.device.expectHeard('STOP');
      plotter.device.say('ERR STOPPED at X4 Y4\nOK STOPPED\n');
      expect((await stopped).status).toBe(204);
      expect(await (await asked).json()).toEqual({
        sent: 'MOVE X9 Y9',
        ok: false,
        terminalLine: 'ERR STOPPED at X4 Y4',
        lines: ['ERR STOPPED at X4 Y4'],
      });
      expect(await plotter.status()).toMatchObject({ position: { x: 4, y: 4 }, pen: 'up' });
    },
  );

  it.each([
    // The interrupted move is refused, or it was accepted and not executed.
    ['with a stop at every corner', 0, { next: 2, completed: 1, failed: 1 }],
    ['with buffered motion', 32, { next: 1, completed: 1, failed: 0 }],
  ])('halts a drawing machine and cancels its job, %s', async (_, queuedCommands, counts) => {
    const plotter = await startTestPlotter({ speedFactor: 1, model: { ...a3Plotter, queuedCommands } });
    const { id } = await plotter.queue(['PENDOWN', 'MOVE X30000 Y0', 'MOVE X0 Y0']);
    await plotter.queue(['HOME']);
    await expect.poll(() => plotter.board.status().position.x).toBeGreaterThan(0);
    expect((await plotter.post('/stop')).status).toBe(204);
    const { next, ...counted } = counts;
    expect(await plotter.expectState(id, 'cancelled')).toMatchObject({
      state: { next, reason: expect.stringMatching(/[Ss]topped/) },
      ...counted,
    });
    expect(await plotter.job(2)).toMatchObject({
      state: { state: 'held', reason: expect.stringMatching(/stopped/) },
    });
    const { activity, pen, position } = plotter.board.status();
    expect({ activity, pen }).toEqual({ activity: { state: 'idle' }, pen: 'up' });
    expect(position.x).toBeLessThan(30_000);
    expect(await plotter.status()).toMatchObject({ job: null, queued: 0, pen: 'up', position });
  });

  it.each([
    ['with a stop at every corner', 0, [{ ok: false, terminalLine: expect.stringMatching(/^ERR STOPPED/) }]],
    ['with buffered motion', 32, []],
  ])('answers the client waiting for the job, %s', async (_, queuedCommands, results) => {
    const plotter = await startTestPlotter({ speedFactor: 1, model: { ...a3Plotter, queuedCommands } });
    const asked = plotter.send('POST', '/job', { commands: ['MOVE X30000 Y0', 'MOVE X0 Y0'] });
    await expect.poll(() => plotter.board.status().position.x).toBeGreaterThan(0);
    await plotter.post('/stop');
    const result = (await (await asked).json()) as ResultBody;
    expect(result).toMatchObject({
      ok: false,
      total: 2,
      completed: 0,
      failed: results.length,
      stopped: true,
      results,
    });
  });

  it('lifts the pen if there is nothing to stop', async () => {
    const plotter = await startTestPlotter();
    await plotter.command('PENDOWN');
    expect((await plotter.post('/stop')).status).toBe(204);
    expect(plotter.board.status().pen).toBe('up');
    expect(await plotter.status()).toMatchObject({ pen: 'up' });
  });

  it('leaves a paused job paused, and reports it', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['PENUP', 'SILENT', 'X']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post('/jobs/1/pause');
    plotter.device.say('OK\n');
    await plotter.expectState(1, 'paused');
    await plotter.queue(['B']);
    const events = await followEvents(plotter);
    const answer = await plotter.post('/stop');
    expect([answer.status, answer.headers.get('stop-notice')]).toEqual([
      204,
      expect.stringMatching(/Job 1 .*stays paused/),
    ]);
    await events.expectEvent('notice', { text: answer.headers.get('stop-notice') });
    expect(await plotter.job(1)).toMatchObject({ state: { state: 'paused', next: 2 } });
    expect(await plotter.job(2)).toMatchObject({ state: { state: 'held' } });
  });

  it('ends a job that is being resumed', async () => {
    const plotter = await startScripted((line) => (line === 'MOVE X1 Y1' ? undefined : slow(line)));
    await plotter.queue(['PENUP', 'SILENT', 'MOVE X1 Y1', 'X']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post('/jobs/1/pause');
    plotter.device.script = slow;
    plotter.device.say('OK\n');
    await plotter.expectState(1, 'paused');
    plotter.device.script = (line) => (line === 'PENUP' ? undefined : slow(line));
    await plotter.post('/jobs/1/resume');
    await plotter.device.expectHeard('PENUP', 2);
    const stopped = plotter.post('/stop');
    await plotter.device.expectHeard('STOP');
    plotter.device.say('ERR STOPPED not begun\n');
    expect((await stopped).status).toBe(204);
    expect((await plotter.expectState(1, 'cancelled')).state).toMatchObject({ next: 1 });
  });

  it.each(['cancel', 'stop'])('cancels a job while its pause lifts the pen, by %s', async (what) => {
    const plotter = await startScripted((line) =>
      line === 'STOP' ? 'ERR STOPPED\nOK STOPPED\n' : line === 'PENUP' ? undefined : slow(line),
    );
    const { id } = await plotter.queue(['SILENT', 'B', 'C']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post(`/jobs/${id}/pause`);
    plotter.device.say('OK\n');
    await plotter.device.expectHeard('PENUP');
    if (what === 'cancel') {
      expect((await plotter.post(`/jobs/${id}/cancel`)).status).toBe(200);
      plotter.device.say('OK PEN_UP\n');
    } else expect((await plotter.post('/stop')).status).toBe(204);
    expect((await plotter.expectState(id, 'cancelled')).state).toMatchObject({ next: 1 });
    expect(plotter.device.heard).not.toContain('B');
  });

  it.each(['is stopped', 'is forgotten by its client'])(
    'cancels a resume that waits for the position and %s',
    async (what) => {
      const plotter = await startScripted((line) => (line === 'MOVE X3 Y3' ? undefined : alwaysOk(line)));
      const { id } = await plotter.queue(['PENUP', 'MOVE X2 Y2', 'MOVE X3 Y3', 'PENUP']);
      await plotter.device.expectHeard('MOVE X3 Y3');
      plotter.device.script = (line) => (line === 'STATUS' || line === 'STOP' ? undefined : alwaysOk(line));
      plotter.device.hangUp();
      await plotter.expectState(id, 'interrupted');
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
      const client = new AbortController();
      const resumed = plotter
        .get(`/jobs/${id}/resume`, { method: 'POST', signal: client.signal })
        .catch((error: Error) => error);
      await plotter.device.expectHeard('STATUS');
      const told = 'POS X2 Y2\nOK STATUS\n';
      if (what === 'is stopped') {
        const stopped = plotter.post('/stop');
        await plotter.device.expectHeard('STOP');
        plotter.device.say(`${told}OK STOPPED\n`);
        expect((await stopped).status).toBe(204);
        expect(await resumed).toMatchObject({ status: 503 });
      } else {
        client.abort();
        expect(await resumed).toMatchObject({ name: 'AbortError' });
        // When the service answers this later request, it has noticed that the client is gone.
        await plotter.status();
        plotter.device.say(told);
        await expect.poll(() => plotter.status()).toMatchObject({ position: { x: 2, y: 2 } });
      }
      expect(await plotter.job(id)).toMatchObject({ state: { state: 'interrupted' } });
      // A second resume continues the job, because the board is where it was left.
      expect((await plotter.resume(id)).status).toBe(200);
      await plotter.expectState(id, 'done');
      expect(plotter.device.heard.filter((line) => line === 'MOVE X3 Y3')).toHaveLength(2);
    },
  );

  it.each(['STOP', ' stop '])(
    'has the same effect as the single command “%s”, also while a job runs',
    async (command) => {
      const plotter = await startTestPlotter({ speedFactor: 1 });
      const { id } = await plotter.queue(['PENDOWN', 'MOVE X30000 Y0', 'MOVE X0 Y0']);
      await plotter.queue(['HOME']);
      await expect.poll(() => plotter.board.status().position.x).toBeGreaterThan(0);
      const answer = await plotter.command(command);
      expect(answer.headers.get('stop-notice')).toBeNull();
      expect(await answer.json()).toMatchObject({ sent: 'STOP', ok: true, terminalLine: 'OK STOPPED' });
      await plotter.expectState(id, 'cancelled');
      expect(await plotter.job(2)).toMatchObject({ state: { state: 'held' } });
      expect(plotter.board.status()).toMatchObject({ activity: { state: 'idle' }, pen: 'up' });
    },
  );

  it('is sent at once during a resynchronisation, and nothing is sent after it', async () => {
    const plotter = await startScripted((line) => (line === 'STOP' ? 'OK STOPPED\n' : undefined), {
      times: { graceMs: 60_000, resyncTimeoutMs: 60_000 },
    });
    await plotter.command('LOST', 20);
    await expect.poll(() => plotter.driver.state.state).toBe('suspect');
    await plotter.queue(['C']);
    const stopped = plotter.post('/stop');
    await plotter.device.expectHeard('STOP');
    plotter.device.say('OK\n');
    expect((await stopped).status).toBe(204);
    expect(await plotter.expectState(1, 'cancelled')).toMatchObject({ state: { next: 0 } });
    expect(plotter.device.heard).toEqual(['LOST', 'STOP']);
  });

  it('reports a thousand held jobs with one event', async () => {
    const plotter = await startScripted(slow);
    await plotter.queue(['SILENT']);
    for (let job = 0; job < 21; job++) await plotter.queue(['B']);
    const events = await followEvents(plotter);
    await events.expectEvent('snapshot', { queued: 21, held: 0 });
    const stopped = plotter.post('/stop');
    await plotter.device.expectHeard('STOP');
    plotter.device.say('ERR STOPPED\n');
    await stopped;
    await events.expectEvent('snapshot', { queued: 0, held: 21 });
    // The running job has a separate event, before or after the others.
    await events.expectEvent('job', { id: 1 });
    const told = events.seen
      .filter(({ name }) => name === 'job')
      .map(({ data }) => (data as { id: number }).id);
    expect(new Set(told)).toEqual(new Set([1]));
  });

  it('rejects unsent commands with a code of its own and without Retry-After', async () => {
    const plotter = await startScripted((line) => (line === 'STOP' ? 'OK STOP\n' : undefined));
    const sent = vi.spyOn(plotter.driver, 'send');
    const first = plotter.command('MOVE X1 Y1');
    await plotter.device.expectHeard('MOVE X1 Y1');
    const waiting = plotter.command('MOVE X2 Y2');
    await expect.poll(() => sent.mock.calls.length).toBe(2);
    const stopped = plotter.post('/stop');
    const refused = await waiting;
    expect([refused.status, refused.headers.get('error-code'), refused.headers.get('retry-after')]).toEqual([
      503,
      'plotter-stopped',
      null,
    ]);
    plotter.device.hangUp();
    await Promise.all([first, stopped]);
    expect(plotter.device.heard).toEqual(['MOVE X1 Y1', 'STOP']);
  });

  it('returns 503 with Retry-After if no port is open', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const answer = await plotter.post('/stop');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('returns 504 if the machine does not answer', async () => {
    const plotter = await startScripted(() => undefined, { times: { stopMs: 50 } });
    const answer = await plotter.post('/stop');
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ sent: 'STOP', ok: false, terminalLine: null, lines: [] });
  });
});
