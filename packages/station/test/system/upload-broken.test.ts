import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needsProgram } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawConnection, uploadBody, uploadHead } from '../support/raw-upload.ts';
import { listFiles, startTestStation, type TestStation } from '../support/test-station.ts';

const MiB = 1024 * 1024;
const curl = needsProgram('curl', 'curl');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function temporaryFileThere(station: TestStation): Promise<void> {
  await expect
    .poll(() => readdir(station.cardDir))
    .toContainEqual(expect.stringMatching(/^\.stationery-upload-/));
}

describe('an interrupted upload', () => {
  it('leaves nothing behind, wherever the connection is cut', async () => {
    const station = await startTestStation();
    await station.upload('kept.txt', 'kept');
    const body = uploadBody('cut.bin', randomBytes(400_000));
    const cuts = [0, 1, 2, 20, 40, 50, 100, 1000, 65_536, 349_526, 400_000, body.length - 3, body.length - 1];
    for (const cut of cuts) {
      for (const how of ['end', 'reset'] as const) {
        const connection = await RawConnection.open(station.url);
        await connection.send(uploadHead(body.length));
        await connection.send(body.subarray(0, cut));
        if (cut > 0) await temporaryFileThere(station);
        if (how === 'end') connection.socket.destroy();
        else connection.socket.resetAndDestroy();
        await expect.poll(() => readdir(station.cardDir)).toEqual(['kept.txt']);
      }
    }
    expect(Object.keys(await listFiles(station))).toEqual(['kept.txt']);
    expect((await station.upload('cut.bin', 'whole')).status).toBe(201);
  });

  it('keeps the file that it was to replace', async () => {
    const station = await startTestStation();
    await station.upload('kept.txt', 'kept');
    const body = uploadBody('kept.txt', randomBytes(400_000));
    for (const cut of [20, 65_536, body.length - 1]) {
      const connection = await RawConnection.open(station.url);
      await connection.send(uploadHead(body.length, '?replace=1'));
      await connection.send(body.subarray(0, cut));
      await temporaryFileThere(station);
      connection.socket.resetAndDestroy();
      await expect.poll(() => readdir(station.cardDir)).toEqual(['kept.txt']);
    }
    expect(await listFiles(station)).toEqual({ 'kept.txt': { id: 1, size: 4 } });
    expect(await readFile(join(station.cardDir, 'kept.txt'), 'utf8')).toBe('kept');
  });

  it('leaves nothing behind if its chunks end early', async () => {
    const station = await startTestStation();
    const begun = '{"data":{"type":"file","filename":"a.bin","encoded":"AAAABBBB';
    const connection = await RawConnection.open(station.url);
    await connection.send(`${uploadHead('chunked')}${begun.length.toString(16)}\r\n${begun}\r\n`);
    await temporaryFileThere(station);
    connection.socket.end();
    await expect.poll(() => readdir(station.cardDir)).toEqual([]);
  });

  it.each([
    ['a character outside base64', 'AAA*', 422],
    ['one character too many', 'A', 422],
    ['stray bits', 'AB==', 422],
    ['text after the padding', 'AA==AAAA', 422],
  ])('leaves nothing behind if the end of several MiB has %s', async (_what, end, status) => {
    const station = await startTestStation();
    const encoded = randomBytes(3 * MiB).toString('base64') + end;
    const answer = await station.send('POST', '/api/v1/files', {
      data: { type: 'file', filename: 'a.bin', encoded },
    });
    expect(answer.status).toBe(status);
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it.each([
    ['no end of the text', -3],
    ['no end of the document', -1],
  ])('leaves nothing behind if the JSON has %s', async (_what, end) => {
    const station = await startTestStation();
    const body = uploadBody('a.bin', randomBytes(3 * MiB))
      .toString()
      .slice(0, end);
    expect((await station.send('POST', '/api/v1/files', body)).status).toBe(400);
    expect(await readdir(station.cardDir)).toEqual([]);
    expect((await station.send('POST', '/api/v1/files', `${body}"}}}`)).status).toBe(400);
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it('leaves nothing behind if a long body has members but no content', async () => {
    const station = await startTestStation();
    const members = Array.from({ length: 100_000 }, (_, index) => `"m${index}":${index}`).join();
    const answer = await station.send('POST', '/api/v1/files', `{"data":{${members}}}`);
    expect(answer.status).toBe(413);
    expect((await station.send('POST', '/api/v1/files', ' '.repeat(100_000))).status).toBe(413);
    expect(await readdir(station.cardDir)).toEqual([]);
  });
});

describe('concurrent uploads', () => {
  it('with the same name end with one accepted, one rejected and a complete file', async () => {
    const station = await startTestStation();
    for (let round = 0; round < 10; round++) {
      const name = `same ${round}.bin`;
      const contents = [randomBytes(MiB), randomBytes(MiB)];
      const answers = await Promise.all(contents.map((content) => station.upload(name, content)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const winner = contents[answers.findIndex(({ status }) => status === 201)] as Buffer;
      expect(sha256(await readFile(join(station.cardDir, name)))).toBe(sha256(winner));
    }
    expect((await readdir(station.cardDir)).length).toBe(10);
  });

  it('that replace the same file are accepted until the first one is complete', async () => {
    const station = await startTestStation();
    await station.upload('same.bin', 'old');
    for (let round = 0; round < 5; round++) {
      const contents = Array.from({ length: 3 }, () => randomBytes(MiB));
      const answers = await Promise.all([
        ...contents.map((content) => station.replace(1, 'same.bin', content)),
        station.upload('same.bin', randomBytes(MiB)),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.pop()).toBe(409);
      // An upload that began after the first replacement replaces the new file.
      expect(new Set(statuses)).toEqual(new Set(statuses.includes(409) ? [200, 409] : [200]));
      const now = sha256(await readFile(join(station.cardDir, 'same.bin')));
      const taken = contents.filter((_, at) => statuses[at] === 200).map(sha256);
      expect(taken).toContain(now);
    }
    expect(await listFiles(station)).toEqual({ 'same.bin': { id: 1, size: MiB } });
    expect(await readdir(station.cardDir)).toEqual(['same.bin']);
  });

  it('are each stored unchanged', async () => {
    const station = await startTestStation();
    const contents = Array.from({ length: 10 }, (_, index) => randomBytes(3 * MiB + index));
    const answers = await Promise.all(
      contents.map((content, index) => station.upload(`${index}.bin`, content)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const files = await listFiles(station);
    for (const [index, content] of contents.entries()) {
      const answer = await station.get(`/api/v1/files/${files[`${index}.bin`]?.id}/content`);
      expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(content));
    }
  });
});

describe('an upload whose name was taken meanwhile', () => {
  const others: [string, (path: string) => Promise<unknown>][] = [
    ['a file', (path) => writeFile(path, 'from outside')],
    ['a folder', (path) => mkdir(path)],
    ['a link to nowhere', (path) => symlink('nowhere', path)],
  ];
  it.each(others)('is rejected, and %s stays', async (_what, make) => {
    const station = await startTestStation();
    const body = uploadBody('a.bin', randomBytes(100_000));
    const connection = await RawConnection.open(station.url);
    await connection.send(uploadHead(body.length));
    await connection.send(body.subarray(0, -1));
    await temporaryFileThere(station);
    await make(join(station.cardDir, 'a.bin'));
    await connection.send(body.subarray(-1));
    expect((await connection.answer()).status).toBe(409);
    expect(await readdir(station.cardDir)).toEqual(['a.bin']);
    const outside = await readFile(join(station.cardDir, 'a.bin'), 'utf8').catch(() => 'no file');
    expect(outside).toBe(_what === 'a file' ? 'from outside' : 'no file');
  });
});

describe('an upload that replaces a file', () => {
  it('is rejected before the body is sent if the file does not exist', async () => {
    const station = await startTestStation();
    const connection = await RawConnection.open(station.url);
    await connection.send(uploadHead(100_000, '?replace=1'));
    expect(await connection.answer()).toMatchObject({ status: 404, body: expect.stringContaining('id 1') });
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  const longAgo = 1_000_000_000;
  const meanwhile: [string, number, (station: TestStation, path: string) => Promise<unknown>, string[]][] = [
    ['is deleted', 404, (station) => station.get('/api/v1/files/1', { method: 'DELETE' }), []],
    ['is taken away', 404, (_station, path) => rm(path), []],
    ['is written to', 409, (_station, path) => writeFile(path, 'OLD'), ['OLD']],
    [
      'is replaced by one of the same size and time',
      409,
      async (station, path) => {
        await station.replace(1, 'a.bin', 'OLD');
        await utimes(path, longAgo, longAgo);
      },
      ['OLD'],
    ],
    [
      'is deleted, and there is another',
      404,
      async (station) => {
        await station.get('/api/v1/files/1', { method: 'DELETE' });
        await station.upload('a.bin', 'another');
      },
      ['another'],
    ],
    [
      'makes way for a link',
      404,
      async (_station, path) => {
        await rename(path, `${path}.away`);
        await symlink('a.bin.away', path);
      },
      ['old', 'old'],
    ],
  ];
  it.each(meanwhile)(
    'that %s meanwhile is answered with %i, without a change',
    async (_what, status, happen, left) => {
      const station = await startTestStation();
      await station.upload('a.bin', 'old');
      await utimes(join(station.cardDir, 'a.bin'), longAgo, longAgo);
      const body = uploadBody('a.bin', randomBytes(100_000));
      const connection = await RawConnection.open(station.url);
      await connection.send(uploadHead(body.length, '?replace=1'));
      await connection.send(body.subarray(0, -1));
      await temporaryFileThere(station);
      await happen(station, join(station.cardDir, 'a.bin'));
      await connection.send(body.subarray(-1));
      expect((await connection.answer()).status).toBe(status);
      const names = (await readdir(station.cardDir)).sort();
      expect(await Promise.all(names.map((name) => readFile(join(station.cardDir, name), 'utf8')))).toEqual(
        left,
      );
    },
  );
});

describe('an error during a large upload', () => {
  const large = randomBytes(20 * MiB);
  const body = uploadBody('taken.txt', large);

  async function stationWithTakenName(): Promise<TestStation> {
    const station = await startTestStation();
    expect((await station.upload('taken.txt', 'old')).status).toBe(201);
    return station;
  }

  it('can be read by fetch', async () => {
    const station = await stationWithTakenName();
    for (let round = 0; round < 5; round++) {
      const answer = await station.send('POST', '/api/v1/files', body.toString());
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({ errors: [{ source: { pointer: '/data/filename' } }] });
    }
    expect(await readFile(join(station.cardDir, 'taken.txt'), 'utf8')).toBe('old');
    expect(await readdir(station.cardDir)).toEqual(['taken.txt']);
  });

  it('can be read by a client that sends everything first and keeps its connection', async () => {
    const station = await stationWithTakenName();
    const connection = await RawConnection.open(station.url);
    for (let round = 0; round < 3; round++) {
      await connection.send(uploadHead(body.length));
      await connection.send(body);
      expect((await connection.answer()).status).toBe(409);
    }
    const other = uploadBody('free.txt', Buffer.from('new'));
    await connection.send(uploadHead(other.length));
    await connection.send(other);
    expect((await connection.answer()).status).toBe(201);
    expect(await listFiles(station)).toMatchObject({ 'taken.txt': { size: 3 }, 'free.txt': { size: 3 } });
  });

  it('can be read on the same connection by a client that keeps its connection', async () => {
    const station = await stationWithTakenName();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const post = (bytes: Buffer) =>
      new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
        const sending = request(
          `${station.url}/api/v1/files`,
          { agent, method: 'POST', headers },
          (answer) => {
            const port = answer.socket.localPort;
            answer.resume().on('end', () => resolve({ status: answer.statusCode, port }));
          },
        );
        sending.on('error', reject).end(bytes);
      });
    const refused = await post(body);
    expect(refused.status).toBe(409);
    expect(await post(uploadBody('free.txt', Buffer.from('new')))).toEqual({
      status: 201,
      port: refused.port,
    });
  });

  it.skipIf(!curl.run)(`can be read by curl (${curl.label})`, async () => {
    const station = await stationWithTakenName();
    const path = join(station.folder, 'body.json');
    await writeFile(path, body);
    const { stdout } = await promisify(execFile)(curl.path, [
      ...['--silent', '--show-error', '--write-out', '\n%{http_code}', '--data-binary', `@${path}`],
      ...['--header', 'content-type: application/json', `${station.url}/api/v1/files`],
    ]);
    expect(stdout).toContain('"pointer":"/data/filename"');
    expect(stdout).toMatch(/\n409$/);
  });
});

describe('leftovers of uploads that crashed', () => {
  const leftover = '.stationery-upload-0123456789abcdef';

  it('are removed at the start, without touching other files', async () => {
    const first = await startTestStation();
    await first.upload('kept.txt', 'kept');
    await first.stop();
    await writeFile(join(first.cardDir, leftover), 'half a fi');
    await writeFile(join(first.cardDir, '.hidden'), 'of somebody else');
    await startTestStation({ folder: first.folder });
    expect((await readdir(first.cardDir)).sort()).toEqual(['.hidden', 'kept.txt']);
  });

  it('are removed when a card is inserted, unless an upload is still in progress', async () => {
    const station = await startTestStation();
    const body = uploadBody('a.bin', randomBytes(100_000));
    const connection = await RawConnection.open(station.url);
    await connection.send(uploadHead(body.length));
    await connection.send(body.subarray(0, -1));
    await temporaryFileThere(station);
    const away = join(station.folder, 'away');
    await rename(station.cardDir, away);
    expect((await station.get('/api/v1/sdcard')).status).toBe(503);
    await writeFile(join(away, leftover), 'half a fi');
    await rename(away, station.cardDir);
    expect(await listFiles(station)).toEqual({});
    await expect(access(join(station.cardDir, leftover))).rejects.toThrow('ENOENT');
    await connection.send(body.subarray(-1));
    expect((await connection.answer()).status).toBe(201);
    expect(await readdir(station.cardDir)).toEqual(['a.bin']);
  });
});
