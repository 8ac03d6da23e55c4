import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { interfaceVersion, packageVersion } from '@stationery/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followEvents } from './support/event-stream.ts';
import { addTag, startTestStation, type TestStation } from './support/test-station.ts';

const ownVersion = interfaceVersion(packageVersion);

const serial = '0x04A2245A6B2C80';
const tag = { uid: Buffer.from(serial.slice(2), 'hex'), sak: 0 };

const bind = (station: TestStation, id: number, filename: string | null) =>
  station.send('PATCH', `/api/v1/tags/${id}`, { data: { id, type: 'tag', attributes: { filename } } });
const renameStation = (station: TestStation, nickname: string) =>
  station.send('PATCH', '/api/v1/settings', {
    data: { type: 'setting', id: 'nickname', attributes: { nickname } },
  });

describe('GET /events', () => {
  it('serves many clients without a warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => {
      process.off('warning', onWarning);
    });
    const station = await startTestStation();
    const clients = await Promise.all(Array.from({ length: 30 }, () => followEvents(station)));
    await renameStation(station, 'Kitchen');
    for (const client of clients) await client.expectEvent('settings', { nickname: 'Kitchen' });
    expect(warnings).toEqual([]);
  });

  it('begins with a snapshot', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'a');
    station.reader.put(tag);
    const { data: settings } = (await (await station.get('/api/v1/settings')).json()) as { data: object };
    const events = await followEvents(station);
    await events.expectEvent('snapshot', {
      settings,
      card: {
        state: 'present',
        size: expect.any(Number),
        free: expect.any(Number),
        files: 1,
        is_folder: true,
      },
      reader: { state: 'ready', device: expect.any(String) },
      simulated: true,
      present: [{ id: null, serial, model: 'mifare', filename: null, random: false }],
      firmware: expect.objectContaining({ fw_version: ownVersion, slot: null, state: 'idle' }),
      player: expect.objectContaining({ player: 'none', status: 'stopped', problem: null }),
    });
    expect(events.seen[0]?.name).toBe('snapshot');
  });

  it('numbers its events consecutively', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    for (let round = 0; round < 20; round++) await renameStation(station, `Name ${round}`);
    await events.expectEvent('settings', { nickname: 'Name 19' });
    const [first] = events.seen;
    expect(events.seen.map(({ id }) => id)).toEqual(events.seen.map((_, at) => (first?.id ?? 0) + at));
  });

  it('reports files and the tags they affect', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    await station.upload('a.txt', 'abc');
    await events.expectEvent('file.added', { id: 1, filename: 'a.txt', size: 3 });
    const id = await addTag(station, serial);
    await events.expectEvent('tag.learned', { id, serial, model: 'mifare', filename: null });
    await bind(station, id, 'a.txt');
    await events.expectEvent('tag.changed', { id, filename: 'a.txt' });
    await writeFile(join(station.cardDir, 'a.txt'), 'changed');
    await events.expectEvent('file.changed', { id: 1, filename: 'a.txt', size: 7 });
    await station.get('/api/v1/files/1', { method: 'DELETE' });
    await events.expectEvent('file.removed', { id: 1, filename: 'a.txt' });
    await events.expectEvent('tag.changed', { id, filename: null });
  });

  it('reports files that other programs add or remove, even if no request arrives', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    await writeFile(join(station.cardDir, 'b.txt'), 'b');
    await events.expectEvent('file.added', { filename: 'b.txt' });
    await events.expectEvent('card', { state: 'present', files: 1 });
    await rm(join(station.cardDir, 'b.txt'));
    await events.expectEvent('file.removed', { filename: 'b.txt' });
  });

  it('reports taps of unknown tags, known tags with their file, and random UIDs', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    station.reader.put(tag);
    await events.expectEvent('tap.on', { id: null, serial, model: 'mifare', filename: null, random: false });
    station.reader.take();
    await events.expectEvent('tap.off', { id: null, serial });

    await station.upload('a.txt', 'a');
    const id = await addTag(station, serial);
    await bind(station, id, 'a.txt');
    station.reader.put(tag);
    await events.expectEvent('tap.on', { id, serial, model: 'mifare', filename: 'a.txt', random: false });
    station.reader.take();
    await events.expectEvent('tap.off', { id, serial, filename: 'a.txt' });

    station.reader.put({ uid: Buffer.from('08A1B2C3', 'hex'), sak: 0x08 });
    await events.expectEvent('tap.on', {
      id: null,
      serial: '0x08A1B2C3',
      model: 'mifare_classic',
      filename: null,
      random: true,
    });
    expect(events.seen.filter(({ name }) => name === 'tag.learned')).toHaveLength(1);
  });

  it('reports changes of the reader, the card and the settings', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    station.reader.fail('The reader is gone.');
    await events.expectEvent('reader', { state: 'failed', reason: 'The reader is gone.' });
    station.reader.recover();
    await events.expectEvent('reader', { state: 'ready' });
    await rename(station.cardDir, join(station.folder, 'pocket'));
    await events.expectEvent('card', {
      state: 'missing',
      reason: expect.stringMatching(/./),
      code: 'card-missing',
    });
    await rename(join(station.folder, 'pocket'), station.cardDir);
    await events.expectEvent('card', { state: 'present', files: 0 });
    await renameStation(station, 'Kitchen');
    await events.expectEvent('settings', { nickname: 'Kitchen' });
  });

  it('resumes after Last-Event-ID without duplicates or gaps', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    await renameStation(station, 'One');
    const one = await events.expectEvent('settings', { nickname: 'One' });
    events.close();
    await expect.poll(events.ended).toBe(true);
    await renameStation(station, 'Two');
    await renameStation(station, 'Three');
    const resumed = await followEvents(station, String(one.id));
    await renameStation(station, 'Four');
    await resumed.expectEvent('settings', { nickname: 'Four' });
    expect(resumed.seen.map(({ id }) => id)).toEqual(resumed.seen.map((_, at) => one.id + 1 + at));
    const names = resumed.seen.filter(({ name }) => name === 'settings').map(({ data }) => data);
    expect(names).toMatchObject([{ nickname: 'Two' }, { nickname: 'Three' }, { nickname: 'Four' }]);
  });

  it.each(['abc', '', '-1', '0', '1', '1.5', '9'.repeat(30), '1e12'])(
    'sends a snapshot to a client whose last event was %j',
    async (lastEventId) => {
      const station = await startTestStation();
      const events = await followEvents(station, lastEventId);
      await events.expectEvent('snapshot', {});
      expect(events.seen[0]?.name).toBe('snapshot');
    },
  );

  it('sends a snapshot to a client that was away for too long', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    const { id } = await events.expectEvent('snapshot', {});
    for (let round = 0; round < 1100; round++) {
      station.reader.put(tag);
      station.reader.take();
    }
    const late = await followEvents(station, String(id));
    await late.expectEvent('snapshot', {});
    expect(late.seen[0]?.id).toBeGreaterThanOrEqual(id + 2200);
  });

  it('sends a snapshot to a client of an earlier run with a higher event number', async () => {
    const first = await startTestStation();
    const { id } = await (await followEvents(first)).expectEvent('snapshot', {});
    await first.stop();
    const second = await startTestStation({ folder: first.folder });
    const later = await (await followEvents(second, String(id))).expectEvent('snapshot', {});
    expect(later.id).toBeGreaterThan(id);
  });

  it('ends when the station stops', async () => {
    const station = await startTestStation();
    const events = await followEvents(station);
    await events.expectEvent('snapshot', {});
    expect(events.ended()).toBe(false);
    await station.stop();
    await expect.poll(events.ended).toBe(true);
  });
});
