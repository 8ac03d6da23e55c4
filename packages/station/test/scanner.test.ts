import { simulatedReader } from '@stationery/nfc';
import { describe, expect, it } from 'vitest';
import {
  addTag,
  listTags,
  sharedTestStation,
  startTestStation,
  type TestStation,
} from './support/test-station.ts';

const serial = '0x04A2245A6B2C80';
const put = (station: TestStation, tag: string, model = 'mifare') =>
  station.send('PUT', '/simulator/reader', { serial: tag, model });
const take = (station: TestStation) => station.get('/simulator/reader', { method: 'DELETE' });

interface Scanned {
  data: { id: number; type: string }[];
  included: { id: number; type: string; model: string; serial: string; filename: string | null }[];
}

async function scan(station: TestStation, timeout: number | string = 5): Promise<Scanned> {
  const answer = await station.get(`/api/v1/scanner/tags?timeout=${timeout}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Scanned;
}

const nothing = { data: [], included: [] };

describe('the simulated reader', () => {
  it('returns 204 for PUT and DELETE', async () => {
    const station = await startTestStation();
    expect((await put(station, serial)).status).toBe(204);
    expect((await take(station)).status).toBe(204);
    expect((await take(station)).status).toBe(204);
  });

  it('is not available with a real reader', async () => {
    const station = await startTestStation({ reader: simulatedReader() });
    expect((await put(station, serial)).status).toBe(404);
    expect((await take(station)).status).toBe(404);
  });
});

describe('the scanner', () => {
  it('adds a tag that arrives while a client waits', async () => {
    const station = await startTestStation();
    const waiting = scan(station);
    await put(station, '0xDEADBEEF', 'mifare_classic');
    expect(await waiting).toEqual({
      data: [{ id: 1, type: 'tag' }],
      included: [{ id: 1, type: 'tag', model: 'mifare_classic', serial: '0xDEADBEEF', filename: null }],
    });
    expect(await listTags(station)).toHaveLength(1);
  });

  it('adds an unknown tag that is already on the reader, but not a known one', async () => {
    const station = await startTestStation();
    await put(station, serial);
    expect(await listTags(station)).toEqual([]);
    expect((await scan(station, 0)).included).toMatchObject([{ serial }]);
    expect(await scan(station, 0)).toEqual(nothing);
    const waiting = scan(station, 0.3);
    await take(station);
    await put(station, serial);
    expect(await waiting).toEqual(nothing);
  });

  it('delivers one tap to a thousand clients', async () => {
    const station = await startTestStation();
    const waiting: Promise<Scanned>[] = [];
    // Start the requests in groups. Connections silent for 15 s are closed, which could happen to some of a
    // thousand on a busy machine.
    while (waiting.length < 1000) {
      waiting.push(...Array.from({ length: 100 }, () => scan(station, 300)));
      await expect.poll(() => station.waiting()).toBe(waiting.length);
    }
    await put(station, serial);
    const answers = await Promise.all(waiting);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await listTags(station)).toHaveLength(1);
  });

  it('adds no tag for a client that has disconnected', async () => {
    const station = await startTestStation();
    const hangUp = new AbortController();
    const waiting = station.get('/api/v1/scanner/tags?timeout=60', { signal: hangUp.signal });
    await expect.poll(() => station.waiting()).toBe(1);
    hangUp.abort();
    await expect(waiting).rejects.toThrow();
    await expect.poll(() => station.waiting()).toBe(0);
    await put(station, serial);
    expect(await listTags(station)).toEqual([]);
  });

  it('does not add a random UID', async () => {
    const station = await startTestStation();
    await put(station, '0x08A1B2C3');
    expect(await scan(station, 0)).toEqual(nothing);
    await put(station, '0x08A1B2C3D4E5F6');
    expect((await scan(station, 0)).included).toHaveLength(1);
  });

  it('returns 503 while the reader fails, even to waiting clients, and recovers', async () => {
    const station = await startTestStation();
    const waiting = station.get('/api/v1/scanner/tags?timeout=60');
    await expect.poll(() => station.waiting()).toBe(1);
    station.reader.fail('The reader does not answer. Check its cable.');
    expect((await waiting).status).toBe(503);
    const refused = await station.get('/api/v1/scanner/tags');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({
      errors: [{ detail: 'The reader does not answer. Check its cable.' }],
    });
    station.reader.recover();
    expect(await scan(station, 0)).toEqual(nothing);
  });

  const shared = sharedTestStation();
  it.each(['-1', '301', 'abc', '', '1e2', 'Infinity', '5&timeout=6'])(
    'rejects the timeout %j',
    async (timeout) => {
      const station = await shared();
      const answer = await station.get(`/api/v1/scanner/tags?timeout=${timeout}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        errors: [{ status: 400, source: { parameter: 'timeout' } }],
      });
    },
  );

  it('answers waiting clients when the station stops', async () => {
    const station = await startTestStation();
    const waiting = Promise.all([scan(station, 60), scan(station, 60)]);
    await expect.poll(() => station.waiting()).toBe(2);
    await station.stop();
    expect(await waiting).toEqual([nothing, nothing]);
  });

  it('keeps tags across restarts and never reuses an id', async () => {
    const first = await startTestStation();
    await addTag(first, serial);
    await first.stop();
    const second = await startTestStation({ folder: first.folder });
    expect(await listTags(second)).toMatchObject([{ id: 1, attributes: { serial } }]);
    await put(second, '0x11223344');
    expect((await scan(second, 0)).data).toEqual([{ id: 2, type: 'tag' }]);
  });
});
