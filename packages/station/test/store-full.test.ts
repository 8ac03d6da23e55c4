import { writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mountTmpfs, needsMounts } from './support/mounts.ts';
import {
  learnTag,
  listFiles,
  listTags,
  startTestStation,
  type TestStation,
  temporaryFolder,
} from './support/test-station.ts';

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

describe.skipIf(!mounts.run)(`a data folder that is full (${mounts.label})`, () => {
  it('changes nothing that was not acknowledged, and works again when there is room', async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, 'data');
    mountTmpfs(dataDir, 1024 * 1024);
    const station = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    expect(await setNickname(station, 'Before')).toBe(200);
    expect((await station.upload('before.txt', 'before')).status).toBe(201);
    const tag = await learnTag(station, '0x04A2245A6B2C80');
    expect(await bind(station, tag, 'before.txt')).toBe(200);
    const before = await listFiles(station);

    const filler = join(dataDir, 'filler');
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(1024), { flag: 'a' });
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
    // What is left in the last page of the log takes a few changes.
    let renamed = 'Before';
    for (let round = 0; (await setNickname(station, `Round ${round}`)) === 200; round++) {
      renamed = `Round ${round}`;
      expect(round).toBeLessThan(1000);
    }
    expect(await nickname(station)).toBe(renamed);
    expect((await station.upload('refused.txt', 'refused')).status).toBe(500);
    expect(await readdir(station.cardDir)).toEqual(['before.txt']);
    expect(await bind(station, tag, null)).toBe(500);
    expect((await listTags(station))[0]?.attributes.filename).toBe('before.txt');
    expect(await listFiles(station)).toEqual(before);

    await rm(filler);
    expect(await setNickname(station, 'After')).toBe(200);
    expect((await station.upload('refused.txt', 'taken')).status).toBe(201);
    expect(await bind(station, tag, 'refused.txt')).toBe(200);
    await station.stop();
    const again = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    expect(await nickname(again)).toBe('After');
    expect((await listTags(again))[0]?.attributes.filename).toBe('refused.txt');
    expect(Object.keys(await listFiles(again))).toEqual(['before.txt', 'refused.txt']);
  });
});
