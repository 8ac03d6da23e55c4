import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { sharedScripted, startScripted, startTestPlotter } from './support/test-plotter.ts';

describe('POST /plotter/command', () => {
  it.each(['/api/plotter/command', '/plotter/command'])('sends one command at %s', async (path) => {
    const { send, device } = await startScripted();
    const answer = await send('POST', path, { command: 'PENUP', timeoutMs: 5000 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({
      sent: 'PENUP',
      ok: true,
      terminalLine: 'OK PEN_UP',
      lines: ['OK PEN_UP'],
    });
    expect(device.heard).toEqual(['PENUP']);
  });

  it('returns the documented replies of the virtual plotter', async () => {
    const plotter = await startTestPlotter();
    for (const [command, terminalLine] of [
      ['PENUP', 'OK PEN_UP'],
      ['PENDOWN', 'OK PEN_DOWN'],
      ['SPEED 1200', 'OK SPEED'],
      ['MOVE X10 Y-5', 'OK MOVE'],
    ] as const) {
      expect(await (await plotter.command(command)).json()).toEqual({
        sent: command,
        ok: true,
        terminalLine,
        lines: [terminalLine],
      });
    }
  });
});

describe('a command refused by the device', () => {
  it.each([
    ['JUMP', 'ERR UNKNOWN JUMP is not a command', 'unknown-command'],
    ['MOVE X40000 Y1000', 'err limit too far', 'outside-limits;x=500;y=12.5'],
    ['SPEED 0', 'ERROR: jam', 'other'],
  ])('%s explains %j in the header Refusal', async (command, reply, refusal) => {
    const { send } = await startScripted(() => `${reply}\n`);
    const answer = await send('POST', '/command', { command });
    expect([answer.status, answer.headers.get('refusal')]).toEqual([200, refusal]);
    // The interface document defines the members of the result.
    expect(Object.keys((await answer.json()) as object)).toEqual(['sent', 'ok', 'terminalLine', 'lines']);
  });
});

describe('the member “command”', () => {
  const plotter = sharedScripted(() => 'OK\n');

  it.each<[string, unknown, number]>([
    ['nothing', '', 400],
    ['white space', ' \t\r\n ', 400],
    ['255 characters', 'x'.repeat(255), 200],
    ['255 characters after trimming', ` \t${'x'.repeat(255)}\r\n`, 200],
    ['256 characters', 'x'.repeat(256), 400],
    [
      'every printable character',
      `!${String.fromCharCode(...Array.from({ length: 95 }, (_, at) => at + 32))}!`,
      200,
    ],
    ['an umlaut', 'PENÜP', 400],
    ['an emoji', 'PENUP 🖊', 400],
    ['a space that is not ASCII at its end', 'PENUP\u00a0', 400],
    ['a line feed inside', 'PENUP\nPENDOWN', 400],
    ['a carriage return inside', 'PENUP\rPENDOWN', 400],
    ['a tab inside', 'MOVE\tX1 Y1', 400],
    ['a NUL', 'PEN\0UP', 400],
    ['an escape character', '\u001bPENUP', 400],
    ['DEL', 'PENUP\x7f', 400],
    ['a command that nobody knows', 'JUMP 7', 200],
    ['a number', 5, 400],
    ['null', null, 400],
    ['a list', ['PENUP'], 400],
  ])('%s: %j is answered with %i', async (_, command, status) => {
    const { send, device } = await plotter();
    const answer = await send('POST', '/command', { command });
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(await answer.json()).toMatchObject({ pointer: '/command', detail: expect.stringMatching(/./) });
      expect(device.heard).toEqual([]);
    } else {
      const sent = (command as string).trim();
      expect(await answer.json()).toEqual({ sent, ok: true, terminalLine: 'OK', lines: ['OK'] });
      expect(device.heard).toEqual([sent]);
    }
  });

  it('is required', async () => {
    const { send } = await startScripted();
    const answer = await send('POST', '/command', { timeoutMs: 5 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ pointer: '/command' });
  });

  it('may be accompanied by unknown members', async () => {
    const { send } = await startScripted();
    expect((await send('POST', '/command', { command: 'PENUP', colour: 'blue' })).status).toBe(200);
  });
});

describe('the member “timeoutMs”', () => {
  const plotter = sharedScripted((line) => `OK ${line}\n`);

  it.each<[unknown, number]>([
    [1, 504],
    [3_600_000, 200],
    [0, 400],
    [-1, 400],
    [1.5, 400],
    [3_600_001, 400],
    [1e12, 400],
    ['5', 400],
    [null, 400],
    [true, 400],
    [[5], 400],
  ])('%j is answered with %i', async (timeoutMs, status) => {
    const { send, device } = await (status === 504 ? startScripted(() => undefined) : plotter());
    const answer = await send('POST', '/command', { command: 'X', timeoutMs });
    expect(answer.status).toBe(status);
    if (status === 400) {
      expect(await answer.json()).toMatchObject({ pointer: '/timeoutMs' });
      expect(device.heard).toEqual([]);
    }
  });

  it('defaults to PLOTTER_TIMEOUT_MS', async () => {
    const { command } = await startScripted(() => undefined, { env: { PLOTTER_TIMEOUT_MS: '20' } });
    expect((await command('PENUP')).status).toBe(504);
  });
});

describe('a reply', () => {
  const plotter = sharedScripted();

  it.each<[string, string, { ok: boolean; terminalLine: string; lines: string[] }]>([
    ['good, with a word', 'OK PEN_UP\n', { ok: true, terminalLine: 'OK PEN_UP', lines: ['OK PEN_UP'] }],
    ['good, alone', 'OK\n', { ok: true, terminalLine: 'OK', lines: ['OK'] }],
    ['good, with CR LF', 'OK MOVE\r\n', { ok: true, terminalLine: 'OK MOVE', lines: ['OK MOVE'] }],
    [
      'bad, ERR',
      'ERR LIMIT too far\n',
      { ok: false, terminalLine: 'ERR LIMIT too far', lines: ['ERR LIMIT too far'] },
    ],
    ['bad, ERROR', 'ERROR: jam\n', { ok: false, terminalLine: 'ERROR: jam', lines: ['ERROR: jam'] }],
    ['bad, ERR alone', 'ERR\n', { ok: false, terminalLine: 'ERR', lines: ['ERR'] }],
    ['bad, ERROR alone', 'ERROR\n', { ok: false, terminalLine: 'ERROR', lines: ['ERROR'] }],
    [
      'of several lines',
      'X:1\nsome text\nOK STATUS\n',
      { ok: true, terminalLine: 'OK STATUS', lines: ['X:1', 'some text', 'OK STATUS'] },
    ],
    [
      'of several lines, bad',
      'warming\nERR cold\n',
      { ok: false, terminalLine: 'ERR cold', lines: ['warming', 'ERR cold'] },
    ],
    [
      'with a line that only looks good',
      'OKAY\nOK\n',
      { ok: true, terminalLine: 'OK', lines: ['OKAY', 'OK'] },
    ],
    [
      'with a line that mentions it',
      'not OK\nOK\n',
      { ok: true, terminalLine: 'OK', lines: ['not OK', 'OK'] },
    ],
  ])('%s: %j', async (_, reply, result) => {
    const { command, device } = await plotter();
    device.script = () => reply;
    const answer = await command('ANY');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ sent: 'ANY', ...result });
  });

  it('is reassembled from pieces', async () => {
    const { command, device } = await startScripted(() => undefined);
    const answer = command('STATUS');
    await device.expectHeard('STATUS');
    for (const piece of ['PO', 'S X1\nO', 'K', ' STATUS\r', '\n']) device.say(piece);
    expect(await (await answer).json()).toMatchObject({ lines: ['POS X1', 'OK STATUS'] });
  });
});

describe('a missing last line', () => {
  it('returns 504 with the command and the received lines', async () => {
    const { command } = await startScripted(() => 'thinking\nstill thinking\n');
    const answer = await command('MOVE X1 Y1', 1_000);
    expect(answer.status).toBe(504);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toEqual({
      type: '/problems/reply-timeout',
      title: expect.any(String),
      status: 504,
      detail: expect.any(String),
      sent: 'MOVE X1 Y1',
      ok: false,
      terminalLine: null,
      lines: ['thinking', 'still thinking'],
    });
  });

  it('is ignored when it arrives late', async () => {
    const { command, device } = await startScripted((line) => (line === 'SLOW' ? undefined : `OK ${line}\n`));
    expect((await command('SLOW', 20)).status).toBe(504);
    const next = command('NEXT', 5000);
    device.say('OK SLOW\n');
    const answer = await next;
    expect(await answer.json()).toEqual({
      sent: 'NEXT',
      ok: true,
      terminalLine: 'OK NEXT',
      lines: ['OK NEXT'],
    });
    expect(device.heard).toEqual(['SLOW', 'NEXT']);
  });

  it('makes other commands return 503 until it arrives', async () => {
    const { command, device } = await startScripted(() => undefined, { times: { resyncTimeoutMs: 60_000 } });
    expect((await command('SLOW', 20)).status).toBe(504);
    const refused = await command('NEXT', 30);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await refused.json()).toMatchObject({
      cause: { code: 'resynchronising', because: { code: 'unanswered', command: 'SLOW' } },
    });
    expect(device.heard).toEqual(['SLOW']);
  });
});

describe('a command without an available port', () => {
  it('returns 503 with Retry-After if the port is closed', async () => {
    const plotter = await startTestPlotter();
    await plotter.post('/disconnect');
    const answer = await plotter.command('PENUP');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ cause: { code: 'not-connected' } });
  });

  it('returns 503 with Retry-After if the port is lost during a command', async () => {
    const { command, device } = await startScripted(() => undefined);
    const asked = command('MOVE X1 Y1');
    await device.expectHeard('MOVE X1 Y1');
    device.hangUp();
    const answer = await asked;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('returns 503 if the board restarts during a command', async () => {
    const { command, device } = await startScripted(() => undefined);
    const asked = command('MOVE X1 Y1');
    await device.expectHeard('MOVE X1 Y1');
    device.say('READY stationery-plotter 1.0.0\n');
    expect((await asked).status).toBe(503);
  });
});

describe('a command while a job runs', () => {
  it('returns 409 and names the job', async () => {
    const { command, queue, device } = await startScripted(() => undefined);
    const job = await queue(['MOVE X1 Y1']);
    await device.expectHeard('MOVE X1 Y1');
    const answer = await command('PENUP');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      job: job.id,
      detail: expect.stringContaining(String(job.id)),
    });
    expect(device.heard).toEqual(['MOVE X1 Y1']);
  });
});

describe('concurrent commands', () => {
  it('are sent one after another, each with its own reply', async () => {
    const { command, device } = await startScripted((line) => `echo ${line}\nOK ${line}\n`);
    const names = Array.from({ length: 20 }, (_, at) => `C${at}`);
    const answers = await Promise.all(names.map(async (name) => (await command(name)).json()));
    expect(answers).toEqual(
      names.map((name) => ({
        sent: name,
        ok: true,
        terminalLine: `OK ${name}`,
        lines: [`echo ${name}`, `OK ${name}`],
      })),
    );
    expect(device.heard.toSorted()).toEqual(names.toSorted());
  });
});

describe('a client that disconnects', () => {
  it('does not pass on its late reply as the reply to the next command', async () => {
    const plotter = await startScripted((line) => (line === 'SLOW' ? undefined : `OK ${line}\n`));
    const hangUp = new AbortController();
    const asked = fetch(`${plotter.url}/api/plotter/command`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"command":"SLOW"}',
      signal: hangUp.signal,
    });
    await plotter.device.expectHeard('SLOW');
    hangUp.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => plotter.driver.state.state).toBe('suspect');
    const next = plotter.command('NEXT');
    plotter.device.say('OK SLOW\n');
    expect(await (await next).json()).toMatchObject({ sent: 'NEXT', terminalLine: 'OK NEXT' });
  });
});

describe('a request body', () => {
  const plotter = sharedScripted();

  it.each<[string, string | undefined, number]>([
    ['{"command":"PENUP"}', 'application/json', 200],
    ['{"command":"PENUP"}', 'application/json; charset=utf-8', 200],
    ['{"command":"PENUP"}', 'text/plain', 415],
    ['{"command":"PENUP"}', 'application/x-www-form-urlencoded', 415],
    ['{"command":"PENUP"}', 'application/vnd.api+json', 415],
    ['{"command":"PENUP"}', undefined, 415],
    ['{"command":', 'application/json', 400],
    ['', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['"PENUP"', 'application/json', 400],
    [JSON.stringify({ command: 'x'.repeat(70_000) }), 'application/json', 413],
  ])('%.40s as %s is answered with %i', async (body, type, status) => {
    const { url } = await plotter();
    for (const prefix of ['/api/plotter', '/plotter']) {
      const answer = await ask(`${url}${prefix}/command`, {
        method: 'POST',
        headers: {
          'content-length': String(body.length),
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        body,
      });
      expect(answer.status).toBe(status);
    }
  });
});
