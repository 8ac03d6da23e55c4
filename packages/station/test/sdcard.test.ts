import { rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CardDocument, listFiles, startTestStation } from './support/test-station.ts';

const path = '/api/v1/sdcard';

describe('GET /sdcard', () => {
  it('has integer ids, sizes as strings, and files in order of id', async () => {
    const station = await startTestStation();
    for (const name of ['c.txt', 'a.txt', 'b.txt']) await station.upload(name, name.repeat(3));
    const answer = await station.get(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      links: { self: path },
      data: {
        id: 'sdcard',
        type: 'sdcard',
        size: expect.stringMatching(/^\d+$/),
        free: expect.stringMatching(/^\d+$/),
        files: [1, 2, 3].map((id) => ({ id, type: 'file' })),
      },
      included: [
        { id: 1, type: 'file', attributes: { filename: 'c.txt', size: '15' } },
        { id: 2, type: 'file', attributes: { filename: 'a.txt', size: '15' } },
        { id: 3, type: 'file', attributes: { filename: 'b.txt', size: '15' } },
      ],
    });
  });

  it('has empty lists for an empty card', async () => {
    const station = await startTestStation();
    const document = (await (await station.get(path)).json()) as CardDocument;
    expect(document.data.files).toEqual([]);
    expect(document.included).toEqual([]);
  });

  it('reports size and free space of the real file system', async () => {
    const station = await startTestStation();
    const { data } = (await (await station.get(path)).json()) as CardDocument;
    const { blocks, bsize, bavail } = await statfs(station.cardDir);
    expect(Number(data.size)).toBe(blocks * bsize);
    expect(Math.abs(Number(data.free) - bavail * bsize)).toBeLessThan(Number(data.size) / 10);
  });

  it('returns 304 for a cached answer, and 200 after a change', async () => {
    // Ask until the entity tag is stable, because the free space of a shared disk changes it at any time.
    const station = await startTestStation();
    const again = async () => {
      const etag = (await station.get(path)).headers.get('etag') ?? '';
      return { etag, answer: await station.get(path, { headers: { 'if-none-match': etag } }) };
    };
    await expect.poll(async () => (await again()).answer.status).toBe(304);
    const { etag } = await again();
    await station.upload('a.txt', 'a');
    expect((await station.get(path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('answers HEAD with the header fields only', async () => {
    const station = await startTestStation();
    const answer = await station.get(path, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await answer.text()).toBe('');
  });

  it('returns 503 while the card is missing, like everything that needs it, and keeps ids', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'a');
    const away = join(station.folder, 'pocket');
    await rename(station.cardDir, away);
    const attempts = [
      station.get(path),
      station.upload('b.txt', 'b'),
      station.get('/api/v1/files/1', { method: 'DELETE' }),
      station.get('/api/v1/files/1/content'),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ errors: [{ title: 'No card' }] });
    }
    await rename(away, station.cardDir);
    expect(await listFiles(station)).toEqual({ 'a.txt': { id: 1, size: 1 } });
  });

  it('returns 503 when the card path is not a folder', async () => {
    const station = await startTestStation();
    await rm(station.cardDir, { recursive: true });
    expect((await station.get(path)).status).toBe(503);
  });
});
