import { describe, expect, it } from 'vitest';
import { followEvents } from './support/event-stream.ts';
import { startScripted, startTestPlotter } from './support/test-plotter.ts';

const linesOf = (events: { seen: { name: string; data: unknown }[] }, name: string) =>
  events.seen.filter((event) => event.name === name).map(({ data }) => (data as { line: string }).line);

describe('GET /events', () => {
  it('begins with a snapshot of the status', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    const { data } = await events.expectEvent('snapshot', { portPath: 'sim:' });
    expect(events.seen[0]?.name).toBe('snapshot');
    expect(data).toEqual(await plotter.status());
  });

  it('is available under both prefixes', async () => {
    const plotter = await startTestPlotter();
    const hangUp = new AbortController();
    const answer = await plotter.get('/plotter/events', { signal: hangUp.signal });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    hangUp.abort();
  });

  it('reports every sent and received line in order', async () => {
    const plotter = await startScripted((line) => `info\nOK ${line}\n`);
    const events = await followEvents(plotter);
    await plotter.command('A');
    await plotter.command('B');
    await events.expectEvent('line.in', { line: 'OK B' });
    const lines = events.seen
      .filter(({ name }) => name.startsWith('line'))
      .map(({ name, data }) => [name, data]);
    expect(lines).toEqual([
      ['line.out', { line: 'A' }],
      ['line.in', { line: 'info' }],
      ['line.in', { line: 'OK A' }],
      ['line.out', { line: 'B' }],
      ['line.in', { line: 'info' }],
      ['line.in', { line: 'OK B' }],
    ]);
  });

  it('reports unsolicited lines of the device', async () => {
    const plotter = await startScripted();
    const events = await followEvents(plotter);
    plotter.device.say('lid open\n');
    await events.expectEvent('notice', { text: expect.stringContaining('lid open') });
    plotter.device.say('OK nobody asked\n');
    await events.expectEvent('notice', { text: expect.stringContaining('OK nobody asked') });
  });

  it('reports every change of the link', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    await plotter.board.unplug();
    await events.expectEvent('status', { link: expect.objectContaining({ state: 'waiting' }) });
    plotter.board.replug();
    await events.expectEvent('status', { link: { state: 'ready' } });
    await plotter.post('/disconnect');
    await events.expectEvent('status', { link: { state: 'closed' } });
  });

  it('reports the position of the pen', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    await plotter.command('PENDOWN');
    await plotter.command('MOVE X3 Y4');
    await events.expectEvent('status', { position: { x: 3, y: 4 }, pen: 'down' });
    plotter.board.reset();
    await events.expectEvent('status', { position: null, pen: null });
    await events.expectEvent('notice', { text: expect.stringMatching(/position/) });
  });

  it('reports a job from its beginning to its end', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : `OK ${line}\n`));
    const events = await followEvents(plotter);
    const { id } = await plotter.queue(['PENUP', 'SILENT', 'B']);
    await plotter.device.expectHeard('SILENT');
    await plotter.post(`/jobs/${id}/pause`);
    plotter.device.say('OK\n');
    await events.expectEvent('job', { id, state: { state: 'paused', next: 2 } });
    plotter.device.script = (line) => `OK ${line}\n`;
    await plotter.post(`/jobs/${id}/resume`);
    await events.expectEvent('job', { id, state: { state: 'done' }, completed: 3 });
    const states = events.seen
      .filter(({ name }) => name === 'job')
      .map(({ data }) => (data as { state: { state: string } }).state.state);
    expect(states.filter((state, at) => state !== states[at - 1])).toEqual([
      'queued',
      'running',
      'pausing',
      'paused',
      'running',
      'done',
    ]);
  });

  it('reports the progress of a job while it runs', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : `OK ${line}\n`));
    const events = await followEvents(plotter);
    await plotter.queue(['A', 'SILENT', 'C', 'SILENT']);
    await plotter.device.expectHeard('SILENT');
    const startedMs = performance.now();
    // Progress is reported at most five times a second.
    await expect.poll(() => performance.now() - startedMs).toBeGreaterThan(250);
    plotter.device.say('OK\n');
    await plotter.device.expectHeard('SILENT', 2);
    await events.expectEvent('job', { state: { state: 'running', next: 2 }, completed: 2 });
  });

  it('reports jobs that are held and deleted', async () => {
    const plotter = await startScripted(() => undefined);
    await plotter.queue(['A']);
    const { id } = await plotter.queue(['B']);
    const events = await followEvents(plotter);
    plotter.device.hangUp();
    const held = {
      state: 'held',
      reason: expect.any(String),
      cause: { code: 'port-lost', port: expect.any(String) },
    };
    await events.expectEvent('job', { id, state: held });
    await plotter.get(`/jobs/${id}`, { method: 'DELETE' });
    await events.expectEvent('job.deleted', { id });
  });

  it('resumes after Last-Event-ID without duplicates or gaps', async () => {
    const plotter = await startScripted((line) => `OK ${line}\n`);
    const events = await followEvents(plotter);
    await plotter.command('ONE');
    const one = await events.expectEvent('line.in', { line: 'OK ONE' });
    events.close();
    await expect.poll(events.ended).toBe(true);
    await plotter.command('TWO');
    await plotter.command('THREE');
    const resumed = await followEvents(plotter, String(one.id));
    await plotter.command('FOUR');
    await resumed.expectEvent('line.in', { line: 'OK FOUR' });
    expect(resumed.seen.map(({ id }) => id)).toEqual(resumed.seen.map((_, at) => one.id + 1 + at));
    expect(linesOf(resumed, 'line.out')).toEqual(['TWO', 'THREE', 'FOUR']);
  });

  it('sends a client of an earlier run a snapshot with a higher event number', async () => {
    const first = await startTestPlotter();
    const { id } = await (await followEvents(first)).expectEvent('snapshot', {});
    await first.stop();
    const second = await startTestPlotter({ folder: first.folder });
    expect((await (await followEvents(second, String(id))).expectEvent('snapshot', {})).id).toBeGreaterThan(
      id,
    );
  });

  it('ends when the service stops', async () => {
    const plotter = await startTestPlotter();
    const events = await followEvents(plotter);
    await events.expectEvent('snapshot', {});
    expect(events.ended()).toBe(false);
    await plotter.stop();
    await expect.poll(events.ended).toBe(true);
  });
});
