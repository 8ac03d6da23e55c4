import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program, type StationProgram, startStationProgram } from '../../../cli/test/support/program.ts';
import { RawConnection, uploadHead } from '../support/raw-upload.ts';

async function waitForTag(station: StationProgram): Promise<{ status: number; document: unknown }> {
  const answer = await fetch(`${station.url}/api/v1/scanner/tags?timeout=300`);
  return { status: answer.status, document: await answer.json() };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('a station that gets %s', (signal) => {
  it('exits without waiting for work in progress', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'card');
    await mkdir(cardDir);
    const station = await startStationProgram({
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_CARD_DIR: cardDir,
      STATION_LOG_LEVEL: 'debug',
    });

    const idle = await RawConnection.open(station.url);
    await idle.send('GET /api/v1/settings HTTP/1.1\r\nhost: localhost\r\n\r\n');
    expect((await idle.answer()).status).toBe(200);
    const silent = await RawConnection.open(station.url);

    const uploading = await RawConnection.open(station.url);
    await uploading.send(uploadHead(1_000_000));
    await uploading.send('{"data":{"type":"file","filename":"a.bin","encoded":"AAAA');
    await expect.poll(() => readdir(cardDir)).toHaveLength(1);

    const stream = await fetch(`${station.url}/api/v1/events`);
    const streamed = stream.text();
    const waiting = await RawConnection.open(station.url);
    await waiting.send('GET /api/v1/scanner/tags?timeout=300 HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const clients = [waitForTag(station), waitForTag(station)];
    // Once these are answered, the requests sent before them have been received.
    for (let round = 0; round < 5; round++) await fetch(`${station.url}/api/v1/settings`);

    station.kill(signal);
    expect(await station.exit).toEqual({ code: 0, signal: null });

    const nothing = { data: [], included: [] };
    const answer = await waiting.answer();
    expect({ status: answer.status, document: JSON.parse(answer.body) }).toEqual({
      status: 200,
      document: nothing,
    });
    expect(await Promise.all(clients)).toEqual([
      { status: 200, document: nothing },
      { status: 200, document: nothing },
    ]);
    expect(await streamed).toContain('event: snapshot');
    expect(await readdir(cardDir)).toEqual([]);
    for (const { socket } of [idle, silent]) if (!socket.closed) await once(socket, 'close');
  });

  it('exits at once when idle', async () => {
    const folder = await temporaryFolder();
    const station = await startStationProgram({ STATION_DATA_DIR: join(folder, 'data') });
    station.kill(signal);
    expect(await station.exit).toEqual({ code: 0, signal: null });
    expect(station.stderr).toBe('');
  });
});

describe('the start of a station', () => {
  it('fails if the data folder is in use, with one line that names the folder', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    const first = await startStationProgram({ STATION_DATA_DIR: dataDir });
    const second = new Program(['station'], {
      STATION_DATA_DIR: dataDir,
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
    });
    expect((await second.exit).code).toBeGreaterThan(0);
    expect(second.stderr).toMatch(/^stationery station: .*\n$/);
    expect(second.stderr).toContain(dataDir);
    expect(second.stderr).toContain(`process ${first.pid}`);
    expect((await fetch(`${first.url}/api/v1/settings`)).status).toBe(200);

    first.kill('SIGKILL');
    await first.exit;
    const third = await startStationProgram({ STATION_DATA_DIR: dataDir });
    expect((await fetch(`${third.url}/api/v1/settings`)).status).toBe(200);
  });

  it.each([
    ['an invalid port', { STATION_HTTP_PORT: 'eighty' }, 'STATION_HTTP_PORT'],
    ['an unknown reader', { STATION_READER: 'abacus' }, 'STATION_READER'],
    ['an invalid limit', { STATION_MAX_UPLOAD_BYTES: '-1' }, 'STATION_MAX_UPLOAD_BYTES'],
    ['a TLS key without a certificate', { STATION_TLS_KEY: 'key.pem' }, 'STATION_TLS_CERT'],
  ])('fails because of %s, with a one-line error', async (_what, env, named) => {
    const folder = await temporaryFolder();
    const program = new Program(['station'], {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      ...env,
    });
    expect((await program.exit).code).toBe(2);
    expect(program.stdout).toBe('');
    expect(program.stderr).toMatch(/^stationery station: .*\n$/);
    expect(program.stderr).toContain(named);
  });

  it('fails if the data folder is a file, with a one-line error', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    await writeFile(dataDir, '');
    const program = new Program(['station'], { STATION_DATA_DIR: dataDir });
    expect((await program.exit).code).toBe(2);
    expect(program.stderr).toMatch(/^stationery station: .*\n$/);
    expect(program.stderr).toContain(dataDir);
  });

  it('fails if the data folder contains a file that is not a database, with a one-line error', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    await mkdir(join(dataDir, 'lock.db'), { recursive: true });
    const program = new Program(['station'], { STATION_DATA_DIR: dataDir });
    expect((await program.exit).code).toBe(2);
    expect(program.stderr).toMatch(/^stationery station: .*\n$/);
    expect(program.stderr).toContain(`${join(dataDir, 'lock.db')} is not a file; move it away`);
  });
});

describe('the log of a station', () => {
  it('is line-delimited JSON without tokens or content', async () => {
    const folder = await temporaryFolder();
    const token = 'a-token-that-nobody-must-see';
    const content = 'words that are nobody’s business';
    const station = await startStationProgram({
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_LOG_LEVEL: 'trace',
      STATION_TOKEN: token,
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const encoded = Buffer.from(content).toString('base64');
    const upload = (body: string) => fetch(`${station.url}/api/v1/files`, { method: 'POST', headers, body });
    const document = JSON.stringify({ data: { type: 'file', filename: 'a.txt', encoded } });
    expect((await upload(document)).status).toBe(201);
    expect((await upload(document)).status).toBe(409);
    expect((await upload(document.slice(0, -2))).status).toBe(409);
    expect((await upload(document.replace('a.txt', 'b.txt').slice(0, -2))).status).toBe(400);
    expect((await upload(document.replace('a.txt', 'b.txt').replace(encoded, `${encoded}*`))).status).toBe(
      422,
    );
    expect(
      (await fetch(`${station.url}/api/v1/settings`, { headers: { authorization: 'Bearer x' } })).status,
    ).toBe(401);
    expect((await fetch(`${station.url}/api/v1/sdcard?token=${token}`, { headers })).status).toBe(400);
    station.kill('SIGTERM');
    await station.exit;

    const lines = station.stderr.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(7);
    const entries = lines.map((line) => JSON.parse(line) as { msg: string; status?: number });
    expect(entries.filter(({ msg }) => msg === 'answered').map(({ status }) => status)).toEqual([
      201, 409, 409, 400, 422, 401, 400,
    ]);
    for (const secret of [token, content, encoded, encoded.slice(0, 12)]) {
      expect(station.stderr).not.toContain(secret);
      expect(station.stdout).not.toContain(secret);
    }
  });
});

describe('a station with more connections than the process may have', () => {
  it('keeps running', async () => {
    const folder = await temporaryFolder();
    const station = await startStationProgram({ STATION_DATA_DIR: join(folder, 'data') }, { openFiles: 512 });
    const connections = await Promise.all(Array.from({ length: 700 }, () => RawConnection.open(station.url)));
    for (const { socket } of connections) socket.destroy();
    await expect
      .poll(() =>
        fetch(`${station.url}/api/v1/sdcard`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    station.kill('SIGTERM');
    expect((await station.exit).code).toBe(0);
  });
});
