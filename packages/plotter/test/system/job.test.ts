import { describe, expect, it } from 'vitest';
import {
  type JobBody,
  type ResultBody,
  sharedScripted,
  startScripted,
  startTestPlotter,
  type TestPlotter,
} from '../support/test-plotter.ts';

const good = (sent: string, terminalLine = `OK ${sent}`) => ({
  command: sent,
  sent,
  ok: true,
  terminalLine,
  lines: [terminalLine],
});
const bad = (sent: string, terminalLine: string) => ({
  command: sent,
  sent,
  ok: false,
  terminalLine,
  lines: [terminalLine],
});
const echo = (line: string) => `OK ${line}\n`;
/** Refuses lines that begin with BAD and stays silent for SILENT. */
const mixed = (line: string) =>
  line.startsWith('SILENT') ? undefined : line.startsWith('BAD') ? `ERR ${line}\n` : echo(line);
const run = async (plotter: TestPlotter, body: object): Promise<ResultBody> => {
  const answer = await plotter.send('POST', '/job', body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ResultBody;
};
const jobsOf = async (plotter: TestPlotter) =>
  ((await (await plotter.get('/jobs')).json()) as { jobs: JobBody[] }).jobs;

describe('POST /plotter/job', () => {
  it.each(['/api/plotter/job', '/plotter/job'])(
    'runs a list and a script of commands at %s',
    async (path) => {
      const plotter = await startScripted();
      for (const body of [
        { script: 'PENUP\nMOVE X100 Y0\nPENDOWN', timeoutMs: 5000, stopOnError: true },
        { commands: ['PENUP', 'MOVE X100 Y0', 'PENDOWN'], timeoutMs: 5000 },
      ]) {
        const answer = await plotter.send('POST', path, body);
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-type')).toBe('application/json');
        expect(await answer.json()).toEqual({
          ok: true,
          total: 3,
          completed: 3,
          failed: 0,
          stopped: false,
          results: [
            good('PENUP', 'OK PEN_UP'),
            good('MOVE X100 Y0', 'OK MOVE'),
            good('PENDOWN', 'OK PEN_DOWN'),
          ],
        });
      }
      expect(plotter.device.heard).toEqual([
        ...plotter.device.heard.slice(0, 3),
        ...plotter.device.heard.slice(0, 3),
      ]);
    },
  );

  it('draws on the virtual plotter', async () => {
    const plotter = await startTestPlotter();
    await run(plotter, { commands: ['PENDOWN', 'MOVE X100 Y0', 'MOVE X100 Y100', 'PENUP'] });
    expect(plotter.board.strokes()).toHaveLength(1);
    expect(plotter.board.status()).toMatchObject({ position: { x: 100, y: 100 }, pen: 'up' });
  });

  it('sends the next command only after the previous one was answered', async () => {
    const plotter = await startScripted(() => undefined);
    const asked = run(plotter, { commands: ['A', 'B'] });
    await plotter.device.expectHeard('A');
    plotter.device.say('info\n');
    expect(plotter.device.heard).toEqual(['A']);
    plotter.device.say('OK A\n');
    await plotter.device.expectHeard('B');
    plotter.device.say('OK B\n');
    expect((await asked).results).toEqual([{ ...good('A'), lines: ['info', 'OK A'] }, good('B')]);
  });

  it.each<[string, string, string[]]>([
    ['comments and blanks', '# a\n\nPENUP\n ; b\n\t\n  PENDOWN  \n#', ['PENUP', 'PENDOWN']],
    ['CR LF', 'PENUP\r\nPENDOWN\r\n', ['PENUP', 'PENDOWN']],
    ['comments that are not ASCII', '# Stift hoch: ü 🖊\nPENUP', ['PENUP']],
    ['a very long comment', `# ${'x'.repeat(10_000)}\nPENUP`, ['PENUP']],
    ['a hash later in the line', 'SAY #1', ['SAY #1']],
    ['nothing at all', '', []],
    ['nothing but comments', '# a\n;b\n', []],
  ])('skips comments and empty lines in a script: %s', async (_, script, commands) => {
    const plotter = await startScripted(echo);
    expect(await run(plotter, { script })).toEqual({
      ok: true,
      total: commands.length,
      completed: commands.length,
      failed: 0,
      stopped: false,
      results: commands.map((command) => good(command)),
    });
    expect(plotter.device.heard).toEqual(commands);
  });

  it('is done at once if its list is empty', async () => {
    const plotter = await startScripted();
    expect(await run(plotter, { commands: [] })).toEqual({
      ok: true,
      total: 0,
      completed: 0,
      failed: 0,
      stopped: false,
      results: [],
    });
  });

  it('trims the commands of a list, and treats none as a comment', async () => {
    const plotter = await startScripted(echo);
    expect((await run(plotter, { commands: ['  PENUP\n', '# x'] })).results).toEqual([
      good('PENUP'),
      good('# x'),
    ]);
  });

  it('accepts a large number of commands', async () => {
    const plotter = await startTestPlotter();
    const script = Array.from({ length: 2500 }, (_, at) => `MOVE X${at} Y${at}`).join('\n');
    const result = await run(plotter, { script });
    expect({ ...result, results: result.results.length }).toEqual({
      ok: true,
      total: 2500,
      completed: 2500,
      failed: 0,
      stopped: false,
      results: 2500,
    });
    expect(result.results[1999]).toEqual(good('MOVE X1999 Y1999', 'OK MOVE'));
  });
});

describe('a job is rejected before anything is sent', () => {
  const shared = sharedScripted();

  it.each<[string, unknown, string]>([
    ['neither form', {}, ''],
    ['both forms', { script: 'A', commands: ['A'] }, '/commands'],
    ['both forms, the other way round', { commands: [], script: '' }, '/script'],
    ['no object', [], ''],
    ['a number', 5, ''],
    ['null', null, ''],
    ['a script that is none', { script: 5 }, '/script'],
    ['a script of null', { script: null }, '/script'],
    ['a script that is a list', { script: ['A'] }, '/script'],
    ['commands that are none', { commands: 'A' }, '/commands'],
    ['commands of null', { commands: null }, '/commands'],
    ['commands that are an object', { commands: { 0: 'A' } }, '/commands'],
    ['a command that is a number', { commands: ['A', 5] }, '/commands/1'],
    ['a command that is a list', { commands: ['A', ['B']] }, '/commands/1'],
    ['an empty command', { commands: ['A', ' '] }, '/commands/1'],
    ['a long command', { commands: ['A', 'x'.repeat(256)] }, '/commands/1'],
    ['a command of two lines', { commands: ['A\nB'] }, '/commands/0'],
    ['a command that is not ASCII', { commands: ['A', 'Ä'] }, '/commands/1'],
    ['a long line at the end of a script', { script: `A\n${'x'.repeat(256)}` }, '/script'],
    ['a very long line', { script: `A\n${'x'.repeat(100_000)}` }, '/script'],
    ['a line that is not ASCII', { script: 'A\nÄ' }, '/script'],
    ['a control character', { script: 'A\nB\u0007C' }, '/script'],
    ['timeoutMs 0', { script: 'A', timeoutMs: 0 }, '/timeoutMs'],
    ['timeoutMs 3600001', { script: 'A', timeoutMs: 3_600_001 }, '/timeoutMs'],
    ['timeoutMs 1.5', { script: 'A', timeoutMs: 1.5 }, '/timeoutMs'],
    ['timeoutMs as text', { script: 'A', timeoutMs: '5' }, '/timeoutMs'],
    ['timeoutMs null', { script: 'A', timeoutMs: null }, '/timeoutMs'],
    ['timeoutMs as a list', { script: 'A', timeoutMs: [5] }, '/timeoutMs'],
    ['stopOnError as text', { script: 'A', stopOnError: 'false' }, '/stopOnError'],
    ['stopOnError 0', { script: 'A', stopOnError: 0 }, '/stopOnError'],
    ['stopOnError as an object', { script: 'A', stopOnError: {} }, '/stopOnError'],
    ['a name that is none', { script: 'A', name: 5 }, '/name'],
    ['a long name', { script: 'A', name: 'x'.repeat(201) }, '/name'],
  ])('%s', async (_, body, pointer) => {
    const plotter = await shared();
    for (const prefer of ['', 'respond-async']) {
      const answer = await plotter.send('POST', '/job', JSON.stringify(body), { prefer });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ pointer });
    }
    expect(plotter.device.heard).toEqual([]);
    expect(await jobsOf(plotter)).toEqual([]);
  });

  it('for malformed JSON, a wrong media type or a missing body', async () => {
    const plotter = await shared();
    expect((await plotter.send('POST', '/job', '{"script":"A"')).status).toBe(400);
    expect((await plotter.send('POST', '/job', '{"script":"A","script":"B"}')).status).toBe(400);
    expect(
      (await plotter.send('POST', '/job', { script: 'A' }, { 'content-type': 'text/plain' })).status,
    ).toBe(415);
    expect((await plotter.post('/job')).status).toBe(400);
    expect(plotter.device.heard).toEqual([]);
  });

  it('but not for unknown members', async () => {
    const plotter = await startScripted(echo);
    const body = { colour: { script: 'X', commands: [1] }, script: 'A', more: [[]] };
    expect((await run(plotter, body)).results).toEqual([good('A')]);
  });
});

describe('a failed command', () => {
  const commands = ['A', 'BAD', 'C'];
  it.each<[string, object]>([
    ['by default', {}],
    ['with stopOnError', { stopOnError: true }],
  ])('stops the job %s, for a list and for a script', async (_, more) => {
    const plotter = await startScripted(mixed);
    for (const form of [{ commands }, { script: commands.join('\n') }]) {
      expect(await run(plotter, { ...form, ...more })).toEqual({
        ok: false,
        total: 3,
        completed: 1,
        failed: 1,
        stopped: true,
        results: [good('A'), bad('BAD', 'ERR BAD')],
      });
    }
    expect(plotter.device.heard).not.toContain('C');
  });

  it('does not stop the job with stopOnError false, for a list and for a script', async () => {
    const plotter = await startScripted(mixed);
    for (const form of [{ commands }, { script: commands.join('\n') }]) {
      expect(await run(plotter, { ...form, stopOnError: false })).toEqual({
        ok: false,
        total: 3,
        completed: 2,
        failed: 1,
        stopped: false,
        results: [good('A'), bad('BAD', 'ERR BAD'), good('C')],
      });
    }
  });
});

describe('a command without a reply', () => {
  // Generous, so that all other replies arrive in time on a busy machine.
  const timeoutMs = 3000;
  const timedOut = {
    command: 'SILENT',
    sent: 'SILENT',
    ok: false,
    terminalLine: '',
    lines: ['hm'],
    error: 'timeout',
  };
  const muttering = (line: string) =>
    line === 'SILENT' ? 'hm\n' : line.startsWith('SYNC') ? `OK SYNC_${line.slice(5)}\n` : echo(line);

  it('counts as a timeout in the results, and stops the job', async () => {
    const plotter = await startScripted(muttering);
    expect(await run(plotter, { commands: ['A', 'SILENT', 'C'], timeoutMs })).toEqual({
      ok: false,
      total: 3,
      completed: 1,
      failed: 1,
      stopped: true,
      results: [good('A'), timedOut],
    });
    expect(plotter.device.heard).toEqual(['A', 'SILENT']);
  });

  it('is skipped with stopOnError false once the link is resynchronised', async () => {
    const plotter = await startScripted(muttering, { ours: true });
    const result = await run(plotter, {
      commands: ['A', 'SILENT', 'C', 'D'],
      timeoutMs,
      stopOnError: false,
    });
    expect(result).toEqual({
      ok: false,
      total: 4,
      completed: 3,
      failed: 1,
      stopped: false,
      results: [good('A'), timedOut, good('C'), good('D')],
    });
  });

  it('ends the job if resynchronisation needs reopening the port, which resets most boards', async () => {
    const plotter = await startScripted(muttering);
    const result = await run(plotter, { commands: ['A', 'SILENT', 'C'], timeoutMs, stopOnError: false });
    expect(result).toMatchObject({ ok: false, stopped: true, results: [good('A'), timedOut] });
    expect(plotter.device.heard.filter((line) => line !== '')).toEqual(['A', 'SILENT']);
  });

  it('does not pass on its late reply as the reply to the next command', async () => {
    const plotter = await startScripted(muttering);
    const asked = run(plotter, { commands: ['SILENT', 'C'], timeoutMs, stopOnError: false });
    await expect.poll(() => plotter.driver.state.state).toBe('suspect');
    plotter.device.say('OK LATE\n');
    expect((await asked).results).toEqual([timedOut, good('C')]);
  });
});

describe('a job without an available port', () => {
  it('returns 503 with Retry-After before the first command, and leaves no job', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const answer = await plotter.send('POST', '/job', { script: 'PENUP' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await jobsOf(plotter)).toEqual([]);
  });

  it('returns 503 if the port is lost while the first command waits for the board to start', async () => {
    const plotter = await startScripted(echo, { bannerWaitMs: 30_000 });
    await expect.poll(() => plotter.driver.state.state).toBe('settling');
    const asked = plotter.send('POST', '/job', { script: 'PENUP' });
    await expect.poll(async () => (await jobsOf(plotter)).length).toBe(1);
    plotter.device.hangUp();
    const answer = await asked;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await jobsOf(plotter)).toEqual([]);
  });

  it('returns 503 while an earlier command owes its reply', async () => {
    const plotter = await startScripted(mixed, { times: { resyncTimeoutMs: 60_000 } });
    expect((await plotter.command('SILENT', 20)).status).toBe(504);
    const answer = await plotter.send('POST', '/job', { script: 'A', timeoutMs: 30 });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(plotter.device.heard).toEqual(['SILENT']);
    expect(await jobsOf(plotter)).toEqual([]);
  });

  it.each([true, false])(
    'has the loss of the port in its results if that happens during the job (stopOnError %s)',
    async (stopOnError) => {
      const plotter = await startScripted((line) => (line === 'B' ? 'hm\n' : echo(line)));
      const asked = run(plotter, { commands: ['A', 'B', 'C'], stopOnError });
      await plotter.device.expectHeard('B');
      plotter.device.say('more\n');
      await expect.poll(() => plotter.driver.state.state).toBe('busy');
      plotter.device.hangUp();
      const result = await asked;
      expect(result).toEqual({
        ok: false,
        total: 3,
        completed: 1,
        failed: 1,
        stopped: true,
        results: [
          good('A'),
          {
            command: 'B',
            sent: 'B',
            ok: false,
            terminalLine: '',
            lines: expect.any(Array),
            error: 'disconnected',
          },
        ],
      });
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
      expect(plotter.device.heard).toEqual(['A', 'B']);
    },
  );
});

describe('a second synchronous job', () => {
  it('is refused with 409, which names the first job, even if that job is paused or queued', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : echo(line)));
    const first = await plotter.queue(['PENUP', 'SILENT', 'B']);
    await plotter.device.expectHeard('SILENT');
    const second = () => plotter.send('POST', '/job', { script: 'A' });
    expect((await second()).status).toBe(409);
    await plotter.post(`/jobs/${first.id}/pause`);
    plotter.device.say('OK SILENT\n');
    await plotter.expectState(first.id, 'paused');
    const answer = await second();
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ job: first.id });
    expect(plotter.device.heard).not.toContain('A');
    expect(await jobsOf(plotter)).toHaveLength(1);
  });
});

describe('a synchronous job', () => {
  it('is in the list of jobs, with its results', async () => {
    const plotter = await startScripted(mixed);
    await run(plotter, { commands: ['A', 'BAD'], name: 'A house' });
    const [job] = await jobsOf(plotter);
    expect(job).toMatchObject({
      name: 'A house',
      state: { state: 'failed', next: 2, reason: expect.stringContaining('BAD') },
      total: 2,
      completed: 1,
      failed: 1,
      stopOnError: true,
      timeoutMs: 30_000,
    });
  });

  it('keeps its client waiting while paused', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : echo(line)));
    let over = false;
    const asked = run(plotter, { commands: ['PENUP', 'SILENT', 'B'] }).finally(() => {
      over = true;
    });
    await plotter.device.expectHeard('SILENT');
    const [job] = await jobsOf(plotter);
    await plotter.post(`/jobs/${job?.id}/pause`);
    plotter.device.say('OK SILENT\n');
    const paused = await plotter.expectState(job?.id ?? 0, 'paused');
    expect(paused).toMatchObject({ endedAt: null, completed: 2 });
    expect(over).toBe(false);
    plotter.device.script = echo;
    await plotter.post(`/jobs/${job?.id}/resume`);
    expect(await asked).toMatchObject({ ok: true, completed: 3, failed: 0, stopped: false });
  });

  it('is answered when another client cancels it', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : echo(line)));
    const asked = run(plotter, { commands: ['A', 'SILENT', 'B'] });
    await plotter.device.expectHeard('SILENT');
    const [job] = await jobsOf(plotter);
    await plotter.post(`/jobs/${job?.id}/cancel`);
    plotter.device.say('OK SILENT\n');
    expect(await asked).toMatchObject({ ok: false, total: 3, completed: 2, failed: 0, stopped: true });
  });

  it('is cancelled if its client disconnects, after the command in flight and with the pen up', async () => {
    const plotter = await startScripted((line) => (line === 'SILENT' ? undefined : echo(line)));
    const hangUp = new AbortController();
    const asked = fetch(`${plotter.url}/plotter/job`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ commands: ['PENDOWN', 'SILENT', 'B'] }),
      signal: hangUp.signal,
    });
    await plotter.device.expectHeard('SILENT');
    hangUp.abort();
    await expect(asked).rejects.toThrow();
    await plotter.expectState(1, 'cancelling');
    expect(plotter.device.heard).toEqual(['PENDOWN', 'SILENT']);
    plotter.device.say('OK SILENT\n');
    expect(await plotter.expectState(1, 'cancelled')).toMatchObject({
      state: { state: 'cancelled', next: 2, reason: expect.stringMatching(/closed the connection/) },
      completed: 2,
      failed: 0,
    });
    expect(plotter.device.heard).toEqual(['PENDOWN', 'SILENT', 'PENUP']);
    expect(await run(plotter, { script: 'A' })).toMatchObject({ ok: true });
    expect(await plotter.status()).toMatchObject({ job: null, queued: 0, pen: 'up' });
  });

  it('gives the same answer for the same Idempotency-Key', async () => {
    const plotter = await startScripted(echo);
    const again = () => plotter.send('POST', '/job', { script: 'A\nB' }, { 'idempotency-key': 'k' });
    const first = await (await again()).json();
    await plotter.post('/disconnect');
    expect(await (await again()).json()).toEqual(first);
    expect(plotter.device.heard).toEqual(['A', 'B']);
    expect(await jobsOf(plotter)).toHaveLength(1);
  });
});
