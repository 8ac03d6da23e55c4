import { rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles, sharedTestStation, startTestStation } from './support/test-station.ts';

const path = '/api/v1/files/1/content';
const content = 'The quick brown fox';

async function stationWithFile(filename = 'fox.txt', more: object = {}) {
  const station = await startTestStation();
  expect((await station.upload(filename, content, more)).status).toBe(201);
  return station;
}

describe('GET /files/{id}/content', () => {
  /** Shared by tests that only read. */
  const shared = sharedTestStation({}, (station) => station.upload('fox.txt', content));

  it('returns the content, and for HEAD only the same header fields', async () => {
    const station = await stationWithFile();
    const [got, head] = [await station.get(path), await station.get(path, { method: 'HEAD' })];
    expect(got.status).toBe(200);
    expect(await got.text()).toBe(content);
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'content-disposition']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    }
    expect(got.headers.get('content-length')).toBe(String(content.length));
    expect(got.headers.get('accept-ranges')).toBe('bytes');
    const ranged = await station.get(path, { method: 'HEAD', headers: { range: 'bytes=0-2' } });
    expect([ranged.status, ranged.headers.get('content-length')]).toEqual([200, String(content.length)]);
  });

  it.each([
    ['fox.txt', undefined, 'text/plain'],
    ['fox.MP3', undefined, 'audio/mpeg'],
    ['fox', undefined, 'application/octet-stream'],
    ['fox.qqqq', undefined, 'application/octet-stream'],
    ['fox.txt', 'audio/x-fox', 'audio/x-fox'],
    ['fox.txt', 'text/plain; charset=iso-8859-1', 'text/plain; charset=iso-8859-1'],
    ['fox.mp3', null, 'audio/mpeg'],
  ])('serves %s uploaded as %j as %s', async (filename, media_type, type) => {
    const station = await stationWithFile(filename, media_type === undefined ? {} : { media_type });
    expect((await station.get(path)).headers.get('content-type')).toBe(type);
  });

  it('guesses the media type of a file that another program added', async () => {
    const station = await startTestStation();
    await writeFile(join(station.cardDir, 'b.png'), 'x');
    const id = (await listFiles(station))['b.png']?.id;
    expect((await station.get(`/api/v1/files/${id}/content`)).headers.get('content-type')).toBe('image/png');
  });

  it.each([
    ['fox.mp3', 'inline'],
    ['fox.txt', 'inline'],
    ['fox.html', 'attachment'],
    ['fox.svg', 'attachment'],
    ['fox.bin', 'attachment'],
  ])('sends %s as %s, and never lets the browser run it', async (filename, kind) => {
    const station = await stationWithFile(filename);
    const { headers } = await station.get(path);
    expect(headers.get('content-disposition')).toBe(
      `${kind}; filename="${filename}"; filename*=UTF-8''${filename}`,
    );
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['Räuber & Co.mp3', `filename="R?uber & Co.mp3"; filename*=UTF-8''R%C3%A4uber%20%26%20Co.mp3`],
    ["it's (1)*.mp3".replace('*', ''), `filename="it's (1).mp3"; filename*=UTF-8''it%27s%20%281%29.mp3`],
    ['100%.mp3', `filename="100_.mp3"; filename*=UTF-8''100%25.mp3`],
  ])('encodes the name %s for every client', async (filename, written) => {
    const station = await stationWithFile(filename);
    expect((await station.get(path)).headers.get('content-disposition')).toBe(`inline; ${written}`);
  });

  it('escapes quotes, backslashes and line breaks in a name', async () => {
    const station = await startTestStation();
    await writeFile(join(station.cardDir, 'a"b\\c\nd.mp3'), 'x');
    const answer = await station.get(path);
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="a_b_c?d.mp3"; filename*=UTF-8''a%22b%5Cc%0Ad.mp3`,
    );
  });

  const size = content.length;
  it.each([
    ['bytes=0-2', 'The', `bytes 0-2/${size}`],
    ['bytes=4-8', 'quick', `bytes 4-8/${size}`],
    ['bytes=16-', 'fox', `bytes 16-18/${size}`],
    ['bytes=-3', 'fox', `bytes 16-18/${size}`],
    ['bytes=-99', content, `bytes 0-18/${size}`],
    ['bytes=0-99', content, `bytes 0-18/${size}`],
    ['bytes=18-18', 'x', `bytes 18-18/${size}`],
  ])('returns the range %s', async (range, part, contentRange) => {
    const station = await shared();
    const answer = await station.get(path, { headers: { range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(part.length));
    expect(await answer.text()).toBe(part);
  });

  it.each(['bytes=19-', 'bytes=99-100', 'bytes=-0'])('answers 416 to %s', async (range) => {
    const station = await shared();
    const answer = await station.get(path, { headers: { range } });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${size}`);
    expect(await answer.json()).toMatchObject({ errors: [{ status: 416 }] });
  });

  it.each(['bytes=5-2', 'bytes=0-1,3-4', 'bytes=', 'bytes=-', 'lines=0-1', 'nonsense'])(
    'answers %s, which is not a supported range, with the whole file',
    async (range) => {
      const station = await shared();
      const answer = await station.get(path, { headers: { range } });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(content);
    },
  );

  it('returns an empty file', async () => {
    const station = await startTestStation();
    await station.upload('empty', '');
    const answer = await station.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('0');
    expect(await answer.text()).toBe('');
    expect((await station.get(path, { headers: { range: 'bytes=0-' } })).status).toBe(416);
  });

  it('returns 304 for a cached file, and 200 after a change', async () => {
    const station = await stationWithFile();
    const { headers } = await station.get(path);
    const etag = headers.get('etag') ?? '';
    const modified = headers.get('last-modified') ?? '';
    const ask = async (asked: Record<string, string>) => (await station.get(path, { headers: asked })).status;
    expect(await ask({ 'if-none-match': etag })).toBe(304);
    expect(await ask({ 'if-none-match': `"other", W/${etag}` })).toBe(304);
    expect(await ask({ 'if-none-match': '*' })).toBe(304);
    expect(await ask({ 'if-modified-since': modified })).toBe(304);
    expect(await ask({ 'if-none-match': '"other"' })).toBe(200);
    // The entity tag takes precedence over the time (RFC 9110, 13.1.3).
    expect(await ask({ 'if-none-match': '"other"', 'if-modified-since': modified })).toBe(200);
    expect(await ask({ 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    expect(await ask({ 'if-modified-since': 'nonsense' })).toBe(200);

    await writeFile(join(station.cardDir, 'fox.txt'), 'changed');
    expect(await ask({ 'if-none-match': etag })).toBe(200);
  });

  it('honours If-Range only while the file is unchanged', async () => {
    const station = await stationWithFile();
    const { headers } = await station.get(path);
    const etag = headers.get('etag') ?? '';
    const ask = async (ifRange: string) =>
      (await station.get(path, { headers: { range: 'bytes=0-2', 'if-range': ifRange } })).status;
    expect(await ask(etag)).toBe(206);
    expect(await ask(headers.get('last-modified') ?? '')).toBe(206);
    expect(await ask('"other"')).toBe(200);
    expect(await ask(`W/${etag}`)).toBe(200);
    expect(await ask('Thu, 01 Jan 1970 00:00:00 GMT')).toBe(200);
    await utimes(join(station.cardDir, 'fox.txt'), 1, 1);
    expect(await ask(etag)).toBe(200);
  });

  it.each(['2', '0', 'abc', '1.5'])('returns 404 for the id %s', async (id) => {
    const station = await shared();
    const answer = await station.get(`/api/v1/files/${id}/content`);
    expect(answer.status).toBe(404);
    expect((await station.get(`/api/v1/files/${id}/content`, { method: 'HEAD' })).status).toBe(404);
  });

  it('returns 404 after the file has vanished', async () => {
    const station = await stationWithFile();
    await rm(join(station.cardDir, 'fox.txt'));
    expect((await station.get(path)).status).toBe(404);
  });
});
