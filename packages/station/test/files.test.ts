import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { ask } from '@stationery/http/testing';
import { describe, expect, it } from 'vitest';
import { followEvents } from './support/event-stream.ts';
import {
  addTag,
  listFiles,
  listTags,
  sharedTestStation,
  startTestStation,
  type TestStation,
} from './support/test-station.ts';

const path = '/api/v1/files';
const hello = { type: 'file', filename: 'hello.txt', encoded: 'aGVsbG8=' };

async function expectRefused(answer: Response, status: number, pointer?: string): Promise<void> {
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({
    errors: [pointer === undefined ? { status } : { status, source: { pointer } }],
  });
}

describe('POST /files', () => {
  /** Shared by rejected requests, which leave the card empty. */
  const empty = sharedTestStation();

  it('returns 201 with the location and the file, whose size is an integer', async () => {
    const station = await startTestStation();
    const answer = await station.send('POST', path, {
      data: {
        type: 'file',
        filename: 'a.txt',
        media_type: 'text/plain',
        encoding: 'base64',
        encoded: 'aGk=',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe('/api/v1/files/1');
    expect(await answer.json()).toEqual({
      links: { self: '/api/v1/files/1' },
      data: { id: 1, type: 'file', attributes: { filename: 'a.txt', size: 2 } },
    });
    expect(await readFile(join(station.cardDir, 'a.txt'), 'utf8')).toBe('hi');
    expect(await readdir(station.cardDir)).toEqual(['a.txt']);
  });

  it('accepts members in any order and ignores unknown ones', async () => {
    const members = ['type', 'filename', 'media_type', 'encoding', 'encoded'];
    const values: Record<string, string> = { ...hello, media_type: 'text/plain', encoding: 'base64' };
    const station = await startTestStation();
    for (const [turn] of members.entries()) {
      const order = [...members.slice(turn), ...members.slice(0, turn)].reverse();
      const data = Object.fromEntries(order.map((name) => [name, values[name]]));
      const body = {
        meta: { a: [1, {}] },
        data: { ...data, filename: `${turn}.txt`, more: { deep: [null] } },
      };
      expect((await station.send('POST', path, body)).status).toBe(201);
      expect(await readFile(join(station.cardDir, `${turn}.txt`), 'utf8')).toBe('hello');
    }
  });

  it('accepts escapes in names and content', async () => {
    const station = await startTestStation();
    const body = String.raw`{"d\u0061ta":{"type":"file","filename":"\u00fc\ud83d\ude00.txt","enc\u006fded":"\/\/\u0041="}}`;
    const answer = await station.send('POST', path, body);
    expect(answer.status).toBe(201);
    expect(await readFile(join(station.cardDir, 'ü😀.txt'))).toEqual(Buffer.from('//A=', 'base64'));
  });

  it.each([
    'a+b & c.txt',
    'ü.txt',
    '100%.txt',
    '%41.txt',
    '#1.mp3',
    '😀.png',
    'no extension',
    'a..b',
    "it's.txt",
    'CON2.txt',
    'x'.repeat(255),
    'ü'.repeat(127),
  ])('accepts the name %j', async (filename) => {
    const station = await startTestStation();
    expect((await station.upload(filename, 'x')).status).toBe(201);
    expect(await readdir(station.cardDir)).toEqual([filename]);
    expect(Object.keys(await listFiles(station))).toEqual([filename]);
  });

  it.each([
    ...'/\\:*?"<>|'.split('').map((char) => `a${char}b`),
    '',
    '.',
    '..',
    '../a',
    '.hidden',
    'a.',
    ' a',
    'a ',
    'a\nb',
    'a\0b',
    'a\u007fb',
    'CON',
    'nul.txt',
    'Com1.mp3',
    'LPT9',
    'x'.repeat(256),
    'ü'.repeat(128),
    'half \ud800',
    5,
    null,
    ['a'],
    { a: 'b' },
  ])('rejects the name %j', async (filename) => {
    const station = await empty();
    const answer = await station.send('POST', path, { data: { ...hello, filename } });
    await expectRefused(answer, 422, '/data/filename');
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it('stores names in NFC', async () => {
    const station = await startTestStation();
    const answer = await station.upload('u\u0308ber.txt', 'x');
    expect(await answer.json()).toMatchObject({ data: { attributes: { filename: '\u00fcber.txt' } } });
    expect(await readdir(station.cardDir)).toEqual(['\u00fcber.txt']);
  });

  it.each([
    ['a.txt', 'a.txt'],
    ['a.txt', 'A.TXT'],
    ['ü.txt', 'Ü.txt'],
    ['\u00fc.txt', 'u\u0308.txt'],
  ])('returns 409 if %j exists and %j is uploaded, and keeps the old file', async (old, name) => {
    const station = await startTestStation();
    await station.upload(old, 'old');
    await expectRefused(await station.upload(name, 'new'), 409, '/data/filename');
    expect(await readdir(station.cardDir)).toEqual([old]);
    expect(await readFile(join(station.cardDir, old), 'utf8')).toBe('old');
  });

  it('accepts exactly one of many uploads of the same name', async () => {
    const station = await startTestStation();
    const contents = Array.from({ length: 8 }, (_, at) => String(at).repeat(100_000));
    const answers = await Promise.all(contents.map((content) => station.upload('a.txt', content)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 201);
    expect(await readFile(join(station.cardDir, 'a.txt'), 'utf8')).toBe(contents[winner]);
    expect(await readdir(station.cardDir)).toEqual(['a.txt']);
  });

  it.each<[unknown, string]>([
    ['', ''],
    ['QQ==', 'A'],
    ['QQ', 'A'],
    ['QUI=', 'AB'],
    ['QUI', 'AB'],
    ['QUJD', 'ABC'],
  ])('decodes %j', async (encoded, content) => {
    const station = await startTestStation();
    const answer = await station.send('POST', path, { data: { ...hello, encoded } });
    expect(await answer.json()).toMatchObject({ data: { attributes: { size: content.length } } });
    expect(await readFile(join(station.cardDir, 'hello.txt'), 'utf8')).toBe(content);
  });

  it.each([
    'Q',
    'QQ=',
    'QQ===',
    'QQ==QQ==',
    '=',
    'QR==',
    'QUI=\n',
    'QU JD',
    ' QUJD',
    'QU-_',
    'QU\u00e4D',
    5,
    null,
    {},
  ])('rejects the content %j', async (encoded) => {
    const station = await empty();
    const answer = await station.send('POST', path, { data: { ...hello, encoded } });
    await expectRefused(answer, 422, '/data/encoded');
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it.each(['hex', '', 'base64url', 'BASE64 ', 5, null])('rejects the encoding %j', async (encoding) => {
    const station = await empty();
    for (const data of [
      { encoding, ...hello },
      { ...hello, encoding },
    ]) {
      await expectRefused(await station.send('POST', path, { data }), 422, '/data/encoding');
    }
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it.each([
    '',
    'text',
    'text/plain\r\nx: y',
    'text/plain;\r\nx=y',
    'text/plain;\u2028x=y',
    'a b/c',
    5,
    // An ambiguous pattern would backtrack practically forever.
    `x/y${';a=""'.repeat(50)}\u0001`,
  ])('rejects the media type %j', async (media_type) => {
    const station = await empty();
    const answer = await station.send('POST', path, { data: { ...hello, media_type } });
    await expectRefused(answer, 422, '/data/media_type');
  });

  it.each(['type', 'filename', 'encoded'])('reports that %s is missing', async (member) => {
    const station = await empty();
    const data = Object.fromEntries(Object.entries(hello).filter(([name]) => name !== member));
    await expectRefused(await station.send('POST', path, { data }), 422, `/data/${member}`);
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it.each(['tag', 'files', 'File', 5, null])('returns 409 for the type %j', async (type) => {
    const station = await empty();
    await expectRefused(await station.send('POST', path, { data: { ...hello, type } }), 409, '/data/type');
  });

  it.each([
    '{',
    '{"data":{"type":"file","filename":"a","encoded":"QQ=="}',
    '{"data":{"type":"file","filename":"a","encoded":"QQ=="}}x',
    "{'data':1}",
    '{"data":{"type":"file","type":"file"}}',
    '\ufeff{}x',
    ' ',
  ])('returns 400 for %j, which is not JSON', async (body) => {
    const station = await empty();
    await expectRefused(await station.send('POST', path, body), 400, '');
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it.each(['null', '[]', '"text"', '{}', '{"data":null}', '{"data":[]}', '{"data":"x"}'])(
    'returns 422 with a pointer for the body %s',
    async (body) => {
      const station = await empty();
      const answer = await station.send('POST', path, body);
      await expectRefused(answer, 422, '/data/type');
    },
  );

  it('accepts a chunked body without a Content-Length', async () => {
    const station = await startTestStation();
    const content = Buffer.alloc(300_001, 'chunk');
    const text = JSON.stringify({ data: { ...hello, encoded: content.toString('base64') } });
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        `${station.url}${path}`,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (answer) => resolve(answer.resume().statusCode),
      );
      sent.on('error', reject);
      for (let at = 0; at < text.length; at += 9_999) sent.write(text.slice(at, at + 9_999));
      sent.end();
    });
    expect(status).toBe(201);
    expect(await readFile(join(station.cardDir, 'hello.txt'))).toEqual(content);
  });

  describe('with STATION_MAX_UPLOAD_BYTES=10', () => {
    const env = { STATION_MAX_UPLOAD_BYTES: '10' };
    it.each([
      [9, 201],
      [10, 201],
      [11, 413],
      [500_000, 413],
    ])('answers %i bytes with %i', async (size, status) => {
      const station = await startTestStation({ env });
      expect((await station.upload('a.bin', Buffer.alloc(size))).status).toBe(status);
      expect(await readdir(station.cardDir)).toEqual(status === 201 ? ['a.bin'] : []);
    });
  });

  it('leaves nothing behind when the client disconnects', async () => {
    const station = await startTestStation();
    const hangUp = new AbortController();
    const body = new ReadableStream({
      start: (controller) =>
        controller.enqueue(Buffer.from('{"data":{"type":"file","filename":"a","encoded":"QUJD')),
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
    const upload = station.get(path, { ...init, signal: hangUp.signal } as RequestInit);
    await expect.poll(() => readdir(station.cardDir)).toHaveLength(1);
    expect(await listFiles(station)).toEqual({});
    hangUp.abort();
    await expect(upload).rejects.toThrow();
    await expect.poll(() => readdir(station.cardDir)).toEqual([]);
  });
});

describe('POST /files?replace={id}', () => {
  it('dates the new file after the old one, even if the clock has not advanced', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'one');
    // Date the file later, because FAT stores time in steps of two seconds: the time of a new file may be equal
    // to or later than now.
    const oldDate = new Date(Date.now() + 30_000);
    await utimes(join(station.cardDir, 'a.txt'), oldDate, oldDate);
    const facts = async () => {
      const { headers } = await station.get('/api/v1/files/1/content');
      return { etag: headers.get('etag'), modifiedMs: Date.parse(headers.get('last-modified') ?? '') };
    };
    const before = await facts();
    expect((await station.replace(1, 'a.txt', 'two')).status).toBe(200);
    const after = await facts();
    expect(after.etag).not.toBe(before.etag);
    expect(after.modifiedMs - before.modifiedMs).toBe(2_000);
    expect(await (await station.get('/api/v1/files/1/content')).text()).toBe('two');
  });

  it('replaces the content, keeps id, name and tags, and reports the change', async () => {
    const station = await startTestStation();
    await station.upload('Über.txt', 'old', { media_type: 'text/x-old' });
    const tag = await addTag(station, '0x04A2245A6B2C80');
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: tag, type: 'tag', attributes: { filename: 'Über.txt' } },
    });
    const events = await followEvents(station);

    // A name in a different case or Unicode form is the same name.
    const answer = await station.replace(1, 'u\u0308BER.TXT', 'the new one');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('location')).toBeNull();
    expect(await answer.json()).toEqual({
      links: { self: '/api/v1/files/1' },
      data: { id: 1, type: 'file', attributes: { filename: 'Über.txt', size: 11 } },
    });
    expect(await readdir(station.cardDir)).toEqual(['Über.txt']);
    expect(await listFiles(station)).toEqual({ 'Über.txt': { id: 1, size: 11 } });
    expect((await listTags(station))[0]?.attributes.filename).toBe('Über.txt');
    await events.expectEvent('file.changed', { id: 1, filename: 'Über.txt', size: 11 });

    const content = async () => {
      const got = await station.get(`${path}/1/content`);
      return [got.headers.get('content-type'), await got.text()];
    };
    expect(await content()).toEqual(['text/x-old', 'the new one']);
    expect((await station.replace(1, 'Über.txt', '', { media_type: 'text/x-new' })).status).toBe(200);
    expect(await content()).toEqual(['text/x-new', '']);
    expect(events.seen.filter(({ name }) => /^(file.added|file.removed|tag)/.test(name))).toEqual([]);

    await station.stop();
    const again = await startTestStation({ folder: station.folder });
    expect(await listFiles(again)).toEqual({ 'Über.txt': { id: 1, size: 0 } });
    expect((await listTags(again))[0]?.attributes.filename).toBe('Über.txt');
  });

  it('replaces a file whose name would be refused in an upload', async () => {
    const station = await startTestStation();
    await writeFile(join(station.cardDir, 'a:b.'), 'old');
    const { id } = (await listFiles(station))['a:b.'] ?? {};
    expect((await station.replace(id, 'a:b.', 'new')).status).toBe(200);
    expect(await readFile(join(station.cardDir, 'a:b.'), 'utf8')).toBe('new');
  });

  it('rejects contradictory requests and keeps the old file', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'old');
    await station.upload('b.txt', 'other');
    for (const id of ['0', '-1', 'x', '', '1.0', '9'.repeat(17), '1&replace=2']) {
      const answer = await station.replace(id, 'a.txt', 'new');
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ source: { parameter: 'replace' } }] });
    }
    await expectRefused(await station.replace(3, 'a.txt', 'new'), 404);
    await expectRefused(await station.replace(1, 'b.txt', 'new'), 409, '/data/filename');
    await expectRefused(await station.replace(1, 'c.txt', 'new'), 409, '/data/filename');
    await expectRefused(await station.replace(1, 'a.txt', '', { encoded: 'Q' }), 422, '/data/encoded');
    await expectRefused(await station.upload('a.txt', 'new'), 409, '/data/filename');
    expect(await readFile(join(station.cardDir, 'a.txt'), 'utf8')).toBe('old');
    expect(await listFiles(station)).toEqual({ 'a.txt': { id: 1, size: 3 }, 'b.txt': { id: 2, size: 5 } });
  });

  it('keeps sending the old content to clients reading it', async () => {
    const station = await startTestStation();
    const old = Buffer.alloc(3_000_000, 'old');
    await station.upload('a.bin', old);
    const reading = await fetch(`${station.url}${path}/1/content`);
    const etag = reading.headers.get('etag');
    expect((await station.replace(1, 'a.bin', Buffer.alloc(3_000_000, 'new'))).status).toBe(200);
    expect(Buffer.from(await reading.arrayBuffer()).equals(old)).toBe(true);
    const now = await station.get(`${path}/1/content`);
    expect(now.headers.get('etag')).not.toBe(etag);
    expect((await now.text()).slice(0, 3)).toBe('new');
  });
});

describe('DELETE /files/{id}', () => {
  const remove = (station: TestStation, id: unknown) => station.get(`${path}/${id}`, { method: 'DELETE' });
  const shared = sharedTestStation({}, (station) => station.upload('a.txt', 'a'));

  it('returns 204 without a body, removes the file and unbinds its tags', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'a');
    const tag = await addTag(station, '0x04A2245A6B2C80');
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: tag, type: 'tag', attributes: { filename: 'a.txt' } },
    });
    const answer = await remove(station, 1);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('content-type')).toBeNull();
    expect(await answer.text()).toBe('');
    await expect(stat(join(station.cardDir, 'a.txt'))).rejects.toThrow('ENOENT');
    expect((await listTags(station))[0]?.attributes.filename).toBeNull();
    await expectRefused(await remove(station, 1), 404);
  });

  it.each(['2', '0', '-1', '01', '1.0', 'abc', '1e0', '%31x', '9'.repeat(16), '9'.repeat(200)])(
    'returns 404 for the id %s',
    async (id) => {
      const station = await shared();
      await expectRefused(await remove(station, id), 404);
      expect(await readdir(station.cardDir)).toEqual(['a.txt']);
    },
  );

  it.each([
    ['a Content-Type alone', {}, undefined],
    ['a Content-Length of 0', { 'content-length': '0' }, undefined],
    ['a body', { 'content-length': '11' }, '{"data":[]}'],
  ])('accepts %s, as some clients send it', async (_, headers, body) => {
    const station = await startTestStation();
    await station.upload('a.txt', 'a');
    const answer = await ask(`${station.url}${path}/1`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/vnd.api+json', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(204);
  });

  it('never reuses an id, neither after a removal nor after a restart', async () => {
    const first = await startTestStation();
    const idOf = async (station: TestStation) =>
      ((await (await station.upload('a.txt', 'a')).json()) as { data: { id: number } }).data.id;
    expect(await idOf(first)).toBe(1);
    await remove(first, 1);
    expect(await idOf(first)).toBe(2);
    await remove(first, 2);
    await first.stop();
    expect(await idOf(await startTestStation({ folder: first.folder }))).toBe(3);
  });
});
