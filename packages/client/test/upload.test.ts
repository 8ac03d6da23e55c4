import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Content, createStationClient, type UploadProgress } from '@stationery/client';
import { fileContent } from '@stationery/client/node';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { launcher, startTestStation } from '../../station/test/support/test-station.ts';
import { largeBundle } from '../../station/test/support/tiny-station.ts';

const bytes = randomBytes(1_000_000);

async function start(env: Record<string, string> = {}) {
  const { url, cardDir, folder } = await startTestStation({ env });
  const path = join(folder, 'a file.bin');
  await writeFile(path, bytes);
  return { station: createStationClient({ baseUrl: url }), cardDir, path, folder };
}

describe('upload', () => {
  it.each<[string, (path: string) => Content | Promise<Content>, number | undefined]>([
    ['a file on the disk', (path) => fileContent(path), bytes.length],
    ['a stream of Node', (path) => createReadStream(path), undefined],
    ['a stream of the web', () => new Blob([bytes]).stream(), undefined],
    ['a Blob', () => new Blob([bytes]), bytes.length],
    ['a File', () => new File([bytes], 'its own name.bin'), bytes.length],
    ['bytes', () => bytes, bytes.length],
    ['an ArrayBuffer', () => new Uint8Array(bytes).buffer, bytes.length],
    ['a text', () => bytes.toString('hex'), 2 * bytes.length],
  ])('accepts %s, and reports the progress', async (kind, content, totalBytes) => {
    const { station, cardDir, path } = await start();
    const told: UploadProgress[] = [];
    const onProgress = (progress: UploadProgress) => told.push(progress);
    const size = kind === 'a text' ? 2 * bytes.length : bytes.length;
    expect(await station.upload(await content(path), { filename: 'x.bin', onProgress })).toEqual({
      id: 1,
      filename: 'x.bin',
      size,
    });
    const written = await readFile(join(cardDir, 'x.bin'));
    expect(written.equals(kind === 'a text' ? Buffer.from(bytes.toString('hex')) : bytes)).toBe(true);
    expect(told.length).toBeGreaterThan(2);
    expect(told[0]).toEqual({ sentBytes: 0, totalBytes });
    expect(told.at(-1)).toEqual({ sentBytes: size, totalBytes });
    expect(told.map(({ sentBytes }) => sentBytes)).toEqual(
      told.map(({ sentBytes }) => sentBytes).toSorted((a, b) => a - b),
    );
  });

  it('uses name and media type of the content', async () => {
    const { station, path } = await start();
    expect(await station.upload(await fileContent(path))).toMatchObject({ filename: 'a file.bin' });
    const page = new File(['<p>'], 'page.unknown', { type: 'text/html' });
    const { id } = await station.upload(page);
    expect((await station.content(id)).headers.get('content-type')).toMatch(/^text\/html/);
    expect(await station.upload(new Uint8Array(0), { filename: 'empty' })).toMatchObject({ size: 0 });
    await expect(station.upload('x')).rejects.toThrow(/filename/);
  });

  it('reports the total of a stream if its length is given', async () => {
    const { station, path } = await start();
    let last: UploadProgress | undefined;
    await station.upload(createReadStream(path), {
      filename: 'x',
      sizeBytes: bytes.length,
      onProgress: (progress) => {
        last = progress;
      },
    });
    expect(last).toEqual({ sentBytes: bytes.length, totalBytes: bytes.length });
  });

  it('leaves nothing on the card and closes its source when aborted', async () => {
    const { station, path } = await start();
    const giveUp = new AbortController();
    const source = createReadStream(path);
    const upload = station.upload(source, {
      filename: 'x',
      signal: giveUp.signal,
      onProgress: ({ sentBytes }) => {
        if (sentBytes > 0) giveUp.abort();
      },
    });
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => source.destroyed).toBe(true);
    expect((await station.card()).files).toEqual([]);
    // The name is still free, which shows that nothing was kept.
    await expect.poll(() => station.upload('x', { filename: 'x' }).catch(() => undefined)).toBeDefined();
  });

  it('can be aborted while its source is stuck', async () => {
    const { station } = await start();
    const giveUp = new AbortController();
    let asked = false;
    const stuck = async function* () {
      yield bytes;
      asked = true;
      await new Promise(() => undefined);
    };
    const upload = station.upload(stuck(), { filename: 'x', signal: giveUp.signal });
    await expect.poll(() => asked).toBe(true);
    giveUp.abort();
    await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws the error of reading the content', async () => {
    const { station } = await start();
    const broken = async function* () {
      yield new Uint8Array(10);
      throw new RangeError('the disk is gone');
    };
    await expect(station.upload(broken(), { filename: 'x' })).rejects.toThrow(
      new RangeError('the disk is gone'),
    );
    await expect(fileContent('/nowhere/at all')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(fileContent('/')).rejects.toThrow('“/” is not a file.');
  });

  it('throws the refusal of the station, which names the invalid member', async () => {
    const { station } = await start();
    await expect(station.upload(bytes, { filename: 'a:b' })).rejects.toMatchObject({
      name: 'StationError',
      status: 422,
      pointer: '/data/filename',
      message: expect.stringContaining('“:”'),
    });
  });

  it('uses little memory for large files', async () => {
    const { station, folder } = await start();
    const path = join(folder, 'large');
    await writeFile(path, '');
    await truncate(path, 200_000_000);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let maxBytes = 0;
    let measuredAt = 0;
    const onProgress = ({ sentBytes }: UploadProgress) => {
      if (sentBytes < measuredAt + 10_000_000) return;
      measuredAt = sentBytes;
      collectGarbage();
      maxBytes = Math.max(maxBytes, process.memoryUsage().arrayBuffers);
    };
    expect(await station.upload(await fileContent(path), { onProgress })).toMatchObject({
      size: 200_000_000,
    });
    expect(maxBytes).toBeGreaterThan(0);
    expect(maxBytes).toBeLessThan(100_000_000);
  });

  it('sends firmware with progress', async () => {
    const slots = await temporaryFolder();
    const env = { STATION_FIRMWARE_SLOTS: slots, STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' };
    const { url } = await startTestStation({ env, launcher });
    const station = createStationClient({ baseUrl: url });
    const bundle = largeBundle('9.8.7', bytes.length);
    let last: UploadProgress | undefined;
    const installed = await station.updateFirmware(new Blob([bundle]), {
      onProgress: (progress) => {
        last = progress;
      },
    });
    expect(installed).toMatchObject({ fw_version: '09.08.07' });
    expect(last).toEqual({ sentBytes: bundle.length, totalBytes: bundle.length });
  });
});
