import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { addTag, listFiles, listTags, startTestStation, type TestStation } from '../support/test-station.ts';

const mounts = needsMounts();

async function nickname(station: TestStation): Promise<string> {
  const { data } = (await (await station.get('/api/v1/settings')).json()) as { data: { nickname: string } };
  return data.nickname;
}

const setNickname = async (station: TestStation, name: string) =>
  (
    await station.send('PATCH', '/api/v1/settings', {
      data: { type: 'setting', id: 'nickname', attributes: { nickname: name } },
    })
  ).status;

const bind = async (station: TestStation, id: number, filename: string | null) =>
  (await station.send('PATCH', `/api/v1/tags/${id}`, { data: { id, type: 'tag', attributes: { filename } } }))
    .status;

/** Fills the file system to the last byte. */
function fill(path: string): void {
  try {
    for (;;) writeFileSync(path, Buffer.alloc(1024), { flag: 'a' });
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

describe.skipIf(!mounts.run)(`a station with a full disk (${mounts.label})`, () => {
  it('accepts small changes, and deletions that free space', async () => {
    const folder = await temporaryFolder();
    mountTmpfs(folder, 8 * 1024 * 1024);
    await mkdir(join(folder, 'card'));
    const station = await startTestStation({ folder });
    expect((await station.upload('before.txt', 'before')).status).toBe(201);
    const tag = await addTag(station, '0x04A2245A6B2C80');

    fill(join(station.cardDir, 'filler.bin'));
    const files = await listFiles(station);
    expect(Object.keys(files)).toEqual(['before.txt', 'filler.bin']);
    expect((await station.upload('refused.txt', 'refused')).status).toBe(507);
    for (let round = 0; round < 100; round++) {
      expect(await setNickname(station, `Round ${round}`)).toBe(200);
      expect(await bind(station, tag, round % 2 === 0 ? 'before.txt' : null)).toBe(200);
    }
    expect(await bind(station, tag, 'before.txt')).toBe(200);
    const filler = files['filler.bin']?.id;
    expect((await station.get(`/api/v1/files/${filler}`, { method: 'DELETE' })).status).toBe(204);
    expect((await station.upload('refused.txt', 'taken')).status).toBe(201);
    await station.stop();

    const again = await startTestStation({ folder });
    expect(await nickname(again)).toBe('Round 99');
    expect((await listTags(again))[0]?.attributes.filename).toBe('before.txt');
    expect(Object.keys(await listFiles(again))).toEqual(['before.txt', 'refused.txt']);
  });

  it('changes nothing that was not acknowledged, and recovers when space is free', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    mountTmpfs(dataDir, 4 * 1024 * 1024);
    const station = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    expect((await station.upload('before.txt', 'before')).status).toBe(201);
    const tag = await addTag(station, '0x04A2245A6B2C80');
    expect(await bind(station, tag, 'before.txt')).toBe(200);

    const filler = join(dataDir, 'filler');
    fill(filler);
    // Upload more names than the reserve can hold.
    const long = 'x'.repeat(240);
    const media_type = `text/${'x'.repeat(250)}`;
    const stored = ['before.txt', ...Array.from({ length: 300 }, (_, at) => `${long} ${at}`)];
    for (const name of stored.slice(1)) writeFileSync(join(station.cardDir, name), '');
    expect(Object.keys(await listFiles(station))).toHaveLength(301);
    let refused: string | undefined;
    for (let round = 0; refused === undefined; round++) {
      const name = `${long}${round}.txt`;
      const { status } = await station.upload(name, 'content', { media_type });
      expect([201, 507]).toContain(status);
      if (status === 201) stored.push(name);
      else refused = name;
      expect(round).toBeLessThan(5_000);
    }
    // A change that needs no new page may succeed. Either way the card must match the answer.
    const { status } = await station.replace(1, 'before.txt', 'after', { media_type });
    const content = await readFile(join(station.cardDir, 'before.txt'), 'utf8');
    expect([
      [507, 'before'],
      [200, 'after'],
    ]).toContainEqual([status, content]);
    expect((await readdir(station.cardDir)).sort()).toEqual([...stored].sort());
    expect((await listTags(station))[0]?.attributes.filename).toBe('before.txt');
    expect(Object.keys(await listFiles(station)).sort()).toEqual([...stored].sort());

    await rm(filler);
    expect((await station.upload(refused, 'content')).status).toBe(201);
    expect(await bind(station, tag, refused)).toBe(200);
    await station.stop();
    const again = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    expect((await listTags(again))[0]?.attributes.filename).toBe(refused);
    expect(Object.keys(await listFiles(again)).sort()).toEqual([...stored, refused].sort());
  });
});
