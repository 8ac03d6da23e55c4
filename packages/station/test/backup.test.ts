import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { archiveEnd, tarHeader, tarPadding } from '@stationery/contract/archive';
import { describe, expect, it, vi } from 'vitest';
import { CardChanges } from '../src/card/card-changes.ts';
import { StationPlayer } from '../src/player/station-player.ts';
import { addTag, listFiles, startTestStation, type TestStation } from './support/test-station.ts';

const serial = '0x04A2245A6B2C80';
const other = '0x04A2245A6B2C81';
const tarType = { 'content-type': 'application/x-tar' };

const save = async (station: TestStation) => {
  const answer = await station.get('/api/backup');
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  return bytes;
};
const restore = (station: TestStation, body: Buffer) =>
  station.get('/api/backup', { method: 'PUT', headers: tarType, body: new Uint8Array(body) });

const nameTag = async (station: TestStation, id: number, attributes: object) =>
  expect(
    (
      await station.send('PATCH', `/api/v1/tag-details/${id}`, {
        data: { id, type: 'tag-details', attributes },
      })
    ).status,
  ).toBe(200);

/** Returns everything that a backup contains. */
async function contentsOf(station: TestStation) {
  const files = await listFiles(station);
  const contents: Record<string, string> = {};
  for (const [name, { id }] of Object.entries(files))
    contents[name] = await (await station.get(`/api/v1/files/${id}/content`)).text();
  const read = async (path: string) => ((await (await station.get(path)).json()) as { data: unknown }).data;
  const tags = (await read('/api/v1/tag-details')) as { attributes: { serial: string; name: string } }[];
  const { nickname } = (await read('/api/v1/settings')) as { nickname: string };
  const player = (await read('/api/v1/player/settings')) as { attributes: object };
  return {
    contents,
    nickname,
    player: player.attributes,
    tags: Object.fromEntries(tags.map(({ attributes }) => [attributes.serial, attributes])),
  };
}

async function kitchen() {
  const station = await startTestStation();
  await station.upload('lion.mp3', 'roar');
  await station.upload('copy.mp3', 'roar');
  await station.upload('empty.txt', '');
  const meaning = { kind: 'playlist', files: ['lion.mp3', 'copy.mp3'], shuffled: true };
  await nameTag(station, await addTag(station, serial), { name: 'The lion', meaning });
  await station.send('PATCH', '/api/v1/settings', {
    data: { type: 'setting', id: 'nickname', attributes: { nickname: 'Küche' } },
  });
  await station.send('PATCH', '/api/v1/player/settings', {
    data: { id: 'player-settings', type: 'player-settings', attributes: { volume_cap: 55 } },
  });
  return { station, archive: await save(station), saved: await contentsOf(station) };
}

/** Starts a station with different content for the same name and serial, and with additional content. */
async function attic(folder?: string) {
  const station = await startTestStation(folder === undefined ? {} : { folder });
  await station.upload('lion.mp3', 'miaow');
  await station.upload('own.mp3', 'mine');
  await nameTag(station, await addTag(station, serial), { name: 'The cat' });
  await nameTag(station, await addTag(station, other), { name: 'Own' });
  return station;
}

describe('a backup of a station', () => {
  it('does not change the maximum volume while a PIN protects it', async () => {
    const { archive } = await kitchen();
    const station = await startTestStation();
    const attributes = { new_pin: '4711', volume_cap: 30 };
    const limits = { data: { id: 'player-limits', type: 'player-limits', attributes } };
    expect((await station.send('PATCH', '/api/v1/player/limits', limits)).status).toBe(200);
    expect((await restore(station, archive)).status).toBe(204);
    expect((await contentsOf(station)).player).toMatchObject({ volume_cap: 30 });
  });

  it('restores files, tags, settings and name, and keeps everything else', async () => {
    const { archive, saved } = await kitchen();
    const station = await attic();
    const { lion } = { lion: (await listFiles(station))['lion.mp3'] };
    expect((await restore(station, archive)).status).toBe(204);
    const now = await contentsOf(station);
    expect(now.contents).toEqual({ ...saved.contents, 'own.mp3': 'mine' });
    expect(now.tags).toMatchObject({ ...saved.tags, [other]: { name: 'Own' } });
    expect([now.nickname, now.player]).toEqual([saved.nickname, saved.player]);
    expect((await listFiles(station))['lion.mp3']?.id).toBe(lion?.id);
    expect(readdirSync(station.cardDir).filter((name) => name.startsWith('.'))).toEqual([]);
    expect((await restore(station, archive)).status).toBe(204);
    expect(await contentsOf(station)).toEqual(now);
  });

  it('changes nothing if it is damaged, cut off, newer, or of a plotter', async () => {
    const { archive } = await kitchen();
    const station = await attic();
    const before = await contentsOf(station);
    const swap = (from: string, to: string) =>
      Buffer.from(archive.toString('latin1').replace(from, to), 'latin1');
    const listed = (list: object) => {
      const bytes = Buffer.from(JSON.stringify(list));
      return Buffer.concat(archiveEnd(bytes, createHash('sha256').update(bytes).digest('hex')));
    };
    const empty = {
      type: 'stationery-collection',
      version: 1,
      nickname: 'x',
      files: [],
      tags: [],
      player: {},
    };
    const lost = { entry: 'files/000001', filename: 'a', size: 1, sha256: '0'.repeat(64) };
    const wrong: [Buffer, string][] = [
      [swap('roar', 'rear'), 'collection-damaged'],
      [swap('The lion', 'The loin'), 'collection-damaged'],
      [swap('files/000001', 'files/000009'), 'collection-damaged'],
      [archive.subarray(0, archive.length / 2), 'collection-damaged'],
      [archive.subarray(0, 512 * 2), 'collection-damaged'],
      [Buffer.concat([archive, Buffer.alloc(100_000)]), 'collection-damaged'],
      [Buffer.from('not a tar at all'), 'collection-damaged'],
      [listed({ ...empty, files: [lost] }), 'collection-damaged'],
      [listed({ ...empty, version: 2 }), 'collection-newer'],
      [listed({ type: 'stationery-plotter', version: 1 }), 'collection-other-device'],
    ];
    for (const [body, code] of wrong) {
      const answer = await restore(station, body);
      expect([answer.status, answer.headers.get('error-code')]).toEqual([400, code]);
    }
    expect(await contentsOf(station)).toEqual(before);
    expect(readdirSync(station.cardDir).sort()).toEqual(['lion.mp3', 'own.mp3']);
  });

  it('is restored from an archive of an earlier version, which has no checksum of its list', async () => {
    const station = await startTestStation();
    const content = Buffer.from('roar');
    const sha256 = createHash('sha256').update(content).digest('hex');
    const file = { entry: 'files/000001', filename: 'lion.mp3', size: 4, sha256 };
    const list = Buffer.from(
      JSON.stringify({ type: 'stationery-collection', version: 1, files: [file], tags: [], player: {} }),
    );
    const entry = (name: string, bytes: Buffer) => [
      tarHeader(name, bytes.length),
      bytes,
      tarPadding(bytes.length),
    ];
    const archive = [
      ...entry('files/000001', content),
      ...entry('collection.json', list),
      Buffer.alloc(1024),
    ];
    expect((await restore(station, Buffer.concat(archive))).status).toBe(204);
    expect((await contentsOf(station)).contents).toEqual({ 'lion.mp3': 'roar' });
  });

  it.each([
    ['the first file is added', CardChanges.prototype, 'adopt'],
    ['a file is replaced', CardChanges.prototype, 'replace'],
    ['the settings are changed', StationPlayer.prototype, 'changeSettings'],
  ] as const)('is completed at the next start if the service ends before %s', async (_, owner, method) => {
    const { archive, saved } = await kitchen();
    const station = await attic();
    const gone = [
      vi.spyOn(owner as CardChanges, method as 'adopt').mockRejectedValue(new Error('the power is off')),
      vi.spyOn(CardChanges.prototype, 'remove').mockRejectedValue(new Error('the power is off')),
    ];
    expect((await restore(station, archive)).status).toBe(500);
    await station.stop();
    for (const spy of gone) spy.mockRestore();
    const again = await startTestStation({ folder: station.folder });
    const now = await contentsOf(again);
    expect(now.contents).toEqual({ ...saved.contents, 'own.mp3': 'mine' });
    expect(now.tags).toMatchObject(saved.tags);
    expect([now.nickname, now.player]).toEqual([saved.nickname, saved.player]);
    expect(readdirSync(again.cardDir).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('is refused while a restore is running', async () => {
    const { archive } = await kitchen();
    const station = await attic();
    let goOn = () => {};
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(archive.subarray(0, 600));
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        controller.enqueue(archive.subarray(600));
        controller.close();
      },
    });
    const first = station.get('/api/backup', {
      method: 'PUT',
      headers: tarType,
      body,
      duplex: 'half',
    } as RequestInit);
    await expect.poll(() => readdirSync(station.cardDir).some((name) => name.startsWith('.'))).toBe(true);
    const second = await restore(station, archive);
    expect([second.status, second.headers.get('error-code')]).toEqual([409, 'restore-running']);
    goOn();
    expect((await first).status).toBe(204);
  });
});
