import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import * as tus from 'tus-js-client';
import { describe, expect, it } from 'vitest';
import { RawConnection } from '../support/raw-upload.ts';
import { addTag, listFiles, listTags, startTestStation, type TestStation } from '../support/test-station.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const path = '/api/v1/uploads';
const mounts = needsMounts();
const version = { 'tus-resumable': '1.0.0' };
const content = { ...version, 'content-type': 'application/offset+octet-stream' };

interface TusOutcome {
  url: string | null;
  file: string | undefined;
}

/** Starts an upload by a real tus client, with its own retries. */
function tusUpload(
  station: TestStation,
  bytes: Buffer,
  options: Partial<tus.UploadOptions>,
): Promise<TusOutcome> {
  return new Promise((resolve, reject) => {
    const upload = new tus.Upload(bytes, {
      endpoint: `${station.url}${path}`,
      retryDelays: [0],
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ url: upload.url, file: lastResponse.getHeader('content-location') }),
      ...options,
    });
    upload.start();
  });
}

const metadata = (pairs: Record<string, string>) =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

const create = (station: TestStation, sizeBytes: number, pairs: Record<string, string>, headers = {}) =>
  station.get(path, {
    method: 'POST',
    headers: {
      ...version,
      'upload-length': String(sizeBytes),
      'upload-metadata': metadata(pairs),
      ...headers,
    },
  });

async function created(
  station: TestStation,
  sizeBytes: number,
  pairs: Record<string, string>,
): Promise<string> {
  const answer = await create(station, sizeBytes, pairs);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('upload-offset')).toBe('0');
  return answer.headers.get('location') ?? '';
}

const append = (station: TestStation, location: string, offset: number, bytes: Buffer) =>
  station.get(location, {
    method: 'PATCH',
    headers: { ...content, 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  });

const code = (answer: Response) => [answer.status, answer.headers.get('error-code')];

async function offsetOf(station: TestStation, location: string): Promise<number> {
  const answer = await station.get(location, { method: 'HEAD', headers: version });
  expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([200, '1.0.0']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return Number(answer.headers.get('upload-offset'));
}

/** Starts a request and sends only part of its bytes. */
async function beginPatch(station: TestStation, location: string, sizeBytes: number, bytes: Buffer) {
  const connection = await RawConnection.open(station.url);
  const fields = { host: 'localhost', ...content, 'upload-offset': '0', 'content-length': String(sizeBytes) };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  await connection.send(`PATCH ${location} HTTP/1.1\r\n${head.join('')}\r\n`);
  await connection.send(bytes);
  return connection;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a resumable upload', () => {
  it('of a tus client arrives in several requests and is listed only when complete', async () => {
    const station = await startTestStation();
    const bytes = randomBytes(3 * MiB + 17);
    const seen: string[][] = [];
    const { file, url } = await tusUpload(station, bytes, {
      chunkSize: MiB,
      metadata: { filename: 'Räuber & Co.mp3', filetype: 'audio/mpeg' },
      onChunkComplete: () => void listFiles(station).then((files) => seen.push(Object.keys(files))),
    });
    const files = await listFiles(station);
    expect(files).toEqual({ 'Räuber & Co.mp3': { id: expect.any(Number), size: bytes.length } });
    expect(file).toBe(`/api/v1/files/${files['Räuber & Co.mp3']?.id}`);
    const answer = await station.get(`${file}/content`);
    expect(answer.headers.get('content-type')).toBe('audio/mpeg');
    expect(sha256(Buffer.from(await answer.arrayBuffer()))).toBe(sha256(bytes));
    expect(await readdir(station.cardDir)).toEqual(['Räuber & Co.mp3']);
    // A client that missed the last answer learns that the upload is finished.
    const location = new URL(url ?? '').pathname;
    expect(await offsetOf(station, location)).toBe(bytes.length);
    expect(await (await station.get(path)).json()).toMatchObject({ data: [] });
  });

  it('is complete at once if it is empty or is sent with its creation', async () => {
    const station = await startTestStation();
    const empty = await create(station, 0, { filename: 'empty.txt' });
    expect([empty.status, empty.headers.get('content-location')]).toEqual([201, '/api/v1/files/1']);
    await tusUpload(station, Buffer.from('hello'), {
      uploadDataDuringCreation: true,
      metadata: { filename: 'hello.txt' },
    });
    expect(await listFiles(station)).toMatchObject({ 'empty.txt': { size: 0 }, 'hello.txt': { size: 5 } });
  });

  it('is resumed after a disconnect or a restart', async () => {
    const first = await startTestStation();
    const bytes = randomBytes(2 * MiB);
    const location = await created(first, bytes.length, { filename: 'story.mp3', fingerprint: 'mine' });
    const connection = await beginPatch(first, location, bytes.length, bytes.subarray(0, MiB + 5));
    await expect.poll(() => sizesOf(first.cardDir)).not.toEqual([0]);
    connection.socket.destroy();
    await expect.poll(() => offsetOf(first, location)).toBe(MiB + 5);
    expect(await listFiles(first)).toEqual({});
    await first.stop();

    const second = await startTestStation({ folder: first.folder });
    const id = location.slice(path.length + 1);
    const listed = (await (await second.get(path)).json()) as { data: object[] };
    expect(listed.data).toMatchObject([
      { id, attributes: { filename: 'story.mp3', offset: MiB + 5, size: bytes.length, fingerprint: 'mine' } },
    ]);
    const sent: number[] = [];
    await tusUpload(second, bytes, {
      uploadUrl: `${second.url}${location}`,
      onProgress: (sentBytes) => sent.push(sentBytes),
    });
    expect(Math.min(...sent)).toBeGreaterThanOrEqual(MiB + 5);
    expect(sha256(await readFile(join(second.cardDir, 'story.mp3')))).toBe(sha256(bytes));
    expect(await readdir(second.cardDir)).toEqual(['story.mp3']);
  });

  it('is continued by a newer request even if the lost connection has not been detected yet', async () => {
    const station = await startTestStation();
    const bytes = randomBytes(MiB);
    const location = await created(station, bytes.length, { filename: 'story.mp3' });
    const dead = await beginPatch(station, location, bytes.length, bytes.subarray(0, 900 * KiB));
    await expect.poll(() => sizesOf(station.cardDir)).not.toEqual([0]);
    await tusUpload(station, bytes, { uploadUrl: `${station.url}${location}` });
    expect(sha256(await readFile(join(station.cardDir, 'story.mp3')))).toBe(sha256(bytes));
    dead.socket.destroy();
  });

  it('does not keep the station from stopping', async () => {
    const station = await startTestStation();
    const bytes = randomBytes(4 * MiB);
    const location = await created(station, bytes.length, { filename: 'story.mp3' });
    const dead = await beginPatch(station, location, bytes.length, bytes.subarray(0, 900 * KiB));
    await expect.poll(() => sizesOf(station.cardDir)).not.toEqual([0]);
    // A new request ends the previous one, is rejected and keeps sending.
    const wrong = await beginPatch(station, location, bytes.length, bytes.subarray(0, MiB));
    expect((await wrong.answer()).status).toBe(409);
    expect((await dead.answer()).status).toBe(204);
    const third = await beginPatch(station, location, bytes.length, bytes.subarray(0, MiB));
    expect((await third.answer()).status).toBe(409);
    await station.stop();
  });

  it('is rejected and removed if its name has been taken meanwhile', async () => {
    const station = await startTestStation();
    const [one, two] = [
      await created(station, 4, { filename: 'song.mp3' }),
      await created(station, 5, { filename: 'SONG.mp3' }),
    ];
    expect((await append(station, one, 0, Buffer.from('1111'))).status).toBe(204);
    expect(code(await append(station, two, 0, Buffer.from('22222')))).toEqual([409, 'name-taken']);
    expect(code(await station.get(two, { method: 'HEAD', headers: version }))).toEqual([
      404,
      'unknown-upload',
    ]);
    expect(await readdir(station.cardDir)).toEqual(['song.mp3']);
    expect(code(await create(station, 1, { filename: 'song.mp3' }))).toEqual([409, 'name-taken']);
  });

  it('replaces a file, which keeps its id and tags', async () => {
    const station = await startTestStation();
    await station.upload('story.mp3', 'old');
    const tag = await addTag(station, '0x04A2245A6B2C80');
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: String(tag), type: 'tag', attributes: { filename: 'story.mp3' } },
    });
    const wanted = { filename: 'story.mp3', replace: '1' };
    const late = await created(station, 5, wanted);
    const restarted = await created(station, 5, wanted);
    await append(station, restarted, 0, Buffer.from('ne'));
    await station.stop();
    const again = await startTestStation({ folder: station.folder });
    const { headers } = await append(again, restarted, 2, Buffer.from('wer'));
    expect(headers.get('content-location')).toBe('/api/v1/files/1');
    expect(await readFile(join(again.cardDir, 'story.mp3'), 'utf8')).toBe('newer');
    expect((await listTags(again))[0]?.attributes.filename).toBe('story.mp3');
    expect(code(await append(again, late, 0, Buffer.from('later')))).toEqual([409, 'file-changed']);
    expect(code(await create(again, 5, { ...wanted, filename: 'x' }))).toEqual([409, 'resource-mismatch']);
    expect(code(await create(again, 5, { ...wanted, replace: '99' }))).toEqual([404, 'unknown-file']);
    expect(await readdir(again.cardDir)).toEqual(['story.mp3']);
  });

  it('leaves nothing when cancelled', async () => {
    const station = await startTestStation();
    const location = await created(station, 10, { filename: 'cancelled.mp3' });
    await append(station, location, 0, Buffer.from('12345'));
    expect((await station.get(location, { method: 'DELETE', headers: version })).status).toBe(204);
    expect(code(await append(station, location, 5, Buffer.from('x')))).toEqual([404, 'unknown-upload']);
    expect(await readdir(station.cardDir)).toEqual([]);
  });

  it('is rejected with the reason', async () => {
    const station = await startTestStation({ env: { STATION_MAX_UPLOAD_BYTES: '1000' } });
    const refusal = async (answer: Promise<Response>) => code(await answer);
    expect(await refusal(create(station, 1, { filename: 'a//b' }))).toEqual([422, 'invalid-name']);
    expect(await refusal(create(station, 1, { filename: '../up' }))).toEqual([422, 'invalid-name']);
    expect(await refusal(create(station, 1, { title: 'x' }))).toEqual([422, 'invalid-name']);
    expect(await refusal(create(station, 1, { filename: 'a', filetype: 'x\ny' }))).toEqual([
      422,
      'invalid-request',
    ]);
    expect(await refusal(create(station, 1001, { filename: 'a' }))).toEqual([413, 'file-too-large']);
    const badly = (headers: Record<string, string>) =>
      refusal(create(station, 1, { filename: 'a' }, headers));
    expect(await badly({ 'tus-resumable': '0.2.2' })).toEqual([412, 'tus-version']);
    expect(await badly({ 'upload-metadata': 'filename ?' })).toEqual([400, 'malformed-request']);
    expect(await badly({ 'upload-length': '-1' })).toEqual([400, 'malformed-request']);
    expect(await badly({ 'upload-concat': 'partial' })).toEqual([400, 'malformed-request']);
    const location = await created(station, 10, { filename: 'a' });
    expect(await refusal(append(station, location, 3, Buffer.from('x')))).toEqual([409, 'offset-mismatch']);
    expect(await refusal(append(station, location, 0, Buffer.alloc(11)))).toEqual([413, 'file-too-large']);
    expect(await refusal(append(station, `${path}/0000000000000000`, 0, Buffer.from('x')))).toEqual([
      404,
      'unknown-upload',
    ]);
    expect(await refusal(station.send('PATCH', location, {}, version))).toEqual([
      415,
      'unsupported-media-type',
    ]);
    expect(await refusal(station.get(location, { method: 'PUT' }))).toEqual([405, 'method-not-allowed']);
    const options = await station.get(path, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('tus-max-size')]).toEqual([204, '1000']);
    expect(options.headers.get('tus-extension')).toContain('termination');
    expect(await listFiles(station)).toEqual({});
  });

  it('needs the access token, and is available to allowed origins', async () => {
    const origin = 'https://app.example';
    const station = await startTestStation({
      env: { STATION_TOKEN: 'secret-token-1', STATION_CORS_ORIGINS: origin },
    });
    expect(code(await create(station, 1, { filename: 'a' }))).toEqual([401, 'unauthorized']);
    const preflight = await station.get(path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Upload-Metadata');
    const allowed = { origin, authorization: 'Bearer secret-token-1' };
    const answer = await create(station, 1, { filename: 'a' }, allowed);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(
      code(await create(station, 1, { filename: 'b' }, { ...allowed, origin: 'https://evil.example' })),
    ).toEqual([403, 'cross-site-request']);
  });
});

describe.skipIf(!mounts.run)('a resumable upload to a small card', () => {
  it('is rejected if it does not fit, and can be resumed once there is space', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'mnt');
    mountTmpfs(cardDir, 4 * MiB);
    const station = await startTestStation({ folder, env: { STATION_CARD_DIR: cardDir } });
    expect(code(await create(station, 5 * MiB, { filename: 'large.mp3' }))).toEqual([507, 'card-full']);
    const bytes = randomBytes(3 * MiB);
    const location = await created(station, bytes.length, { filename: 'story.mp3' });
    // A different program takes the space.
    await writeFile(join(cardDir, 'other.bin'), randomBytes(2 * MiB));
    const connection = await beginPatch(station, location, bytes.length, bytes);
    expect((await connection.answer()).status).toBe(507);
    await rm(join(cardDir, 'other.bin'));
    await tusUpload(station, bytes, { uploadUrl: `${station.url}${location}` });
    expect(sha256(await readFile(join(cardDir, 'story.mp3')))).toBe(sha256(bytes));
  });
});

async function sizesOf(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => (await readFile(join(folder, name))).length));
}
