import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { repairDatabase } from '@stationery/core';
import { damageKinds, Random, temporaryFolder } from '@stationery/core/testing';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { stationData } from '../../src/index.ts';
import { addTag, listFiles, listTags, startTestStation, type TestStation } from '../support/test-station.ts';

const serial = '0x04A2245A6B2C80';

/**
 * Makes the folder of a station after a power cut: the last changes are in the write-ahead log and
 * in the backup copy.
 */
async function cutOffStation(): Promise<string> {
  const folder = await temporaryFolder();
  const station = await startTestStation({ folder });
  await station.upload('other.txt', 'other');
  await station.upload('story.txt', 'once');
  const id = await addTag(station, serial);
  const attributes = { filename: 'story.txt' };
  await station.send('PATCH', `/api/v1/tags/${id}`, { data: { id, type: 'tag', attributes } });
  const nickname = { data: { type: 'setting', id: 'nickname', attributes: { nickname: 'Kitchen' } } };
  await station.send('PATCH', '/api/v1/settings', nickname);
  const copies = () =>
    readdirSync(join(folder, 'data'))
      .filter((name) => /\.copy-\d\.json$/.test(name))
      .map((name) => readFileSync(join(folder, 'data', name), 'utf8'));
  await expect.poll(copies).toContainEqual(expect.stringContaining('Kitchen'));
  cpSync(join(folder, 'data'), join(folder, 'cut-off'), { recursive: true });
  return folder;
}

async function expectAll(station: TestStation): Promise<void> {
  expect((await listFiles(station))['story.txt']?.id).toBe(2);
  expect(await listTags(station)).toMatchObject([{ attributes: { serial, filename: 'story.txt' } }]);
  expect(await (await station.get('/api/v1/settings')).json()).toMatchObject({
    data: { nickname: 'Kitchen' },
  });
}

/** Starts a station. Returns its one-line error with file name and advice, or undefined if it starts. */
async function refusal(folder: string, dataDir: string, check: (station: TestStation) => Promise<unknown>) {
  try {
    const station = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    await check(station);
    await station.stop();
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SettingError', message: expect.not.stringContaining('\n') });
    expect((error as Error).message).toContain(dataDir);
    expect((error as Error).message).toMatch(/stationery doctor --repair|move it away/);
    return (error as Error).message;
  }
}

describe('a station with damaged data', () => {
  it('starts, or reports what to do, and is complete after a repair', {
    timeout: 180_000,
  }, async () => {
    const folder = await cutOffStation();
    const random = new Random(23);
    const template = join(folder, 'cut-off');
    const inFolders = readdirSync(template, { recursive: true, encoding: 'utf8' });
    const files = inFolders.filter((name) => statSync(join(template, name)).isFile());
    expect(files.sort()).toEqual(
      expect.arrayContaining(['lock.db', 'lock.pid', 'station.db', 'station.db-wal', 'station.copy-2.json']),
    );
    const said: Record<string, string> = {};
    for (const file of files) {
      for (const [kind, damage] of Object.entries(damageKinds)) {
        if (file.startsWith('lock') && !['foreign', 'folder', 'unreadable'].includes(kind)) continue;
        const dataDir = join(folder, 'data-again');
        rmSync(dataDir, { recursive: true, force: true });
        cpSync(template, dataDir, { recursive: true });
        damage(join(dataDir, file), random);
        // Flipped bytes may change a text without being detected. The station then works with that text.
        const works = (station: TestStation) => Promise.all([listFiles(station), listTags(station)]);
        const isTextual = file.startsWith('station.db') && kind === 'flipped';
        const message = await refusal(folder, dataDir, isTextual ? works : expectAll);
        if (message === undefined) continue;
        said[`${file} ${kind}`] = message;
        const repair = repairDatabase(dataDir, stationData);
        expect(repair?.aside.length, `${file} ${kind}`).toBeGreaterThan(0);
        for (const aside of repair?.aside ?? []) expect(() => lstatSync(aside)).not.toThrow();
        expect(await refusal(folder, dataDir, expectAll), `${file} ${kind}`).toBeUndefined();
      }
    }
    // A damaged lock or backup copy does not prevent the start; a damaged database always does.
    for (const name of ['lock.pid', 'station.copy'])
      expect(Object.keys(said).filter((key) => key.startsWith(name))).toEqual([]);
    expect(Object.keys(said)).toEqual(
      expect.arrayContaining(['zeroed', 'folder', 'foreign'].map((kind) => `station.db ${kind}`)),
    );
    expect(Object.keys(said)).toEqual(
      expect.arrayContaining(['station.db-wal emptied', 'station.db-wal zeroed']),
    );
    expect(
      Object.keys(said)
        .filter((key) => key.startsWith('lock.db'))
        .sort(),
    ).toEqual([
      'lock.db folder',
      'lock.db unreadable',
      'lock.db-journal folder',
      'lock.db-journal unreadable',
    ]);
  });

  it.each(['collection.carried', 'collection.switching'])(
    'can be repaired if its setting “%s” is unreadable',
    async (name) => {
      const folder = await temporaryFolder();
      const dataDir = join(folder, 'data');
      const first = await startTestStation({ folder });
      await first.stop();
      const database = new Sqlite(join(dataDir, 'station.db'));
      database.prepare("INSERT OR REPLACE INTO settings VALUES (?, '{')").run(name);
      database.close();
      expect(await refusal(folder, dataDir, async () => undefined)).toMatch(/doctor --repair/);
      expect(repairDatabase(dataDir, stationData)?.aside.length).toBeGreaterThan(0);
      expect(await refusal(folder, dataDir, async () => undefined)).toBeUndefined();
    },
  );

  it('never reuses an id after a repair, and keeps the readable data', async () => {
    const folder = await cutOffStation();
    const dataDir = join(folder, 'cut-off');
    damageKinds.foreign(join(dataDir, 'station.db'), new Random(5));
    rmSync(join(dataDir, 'station.db-wal'));
    const repair = repairDatabase(dataDir, stationData);
    expect(repair?.tables).toMatchObject([
      { table: 'settings', from: 'copy' },
      { table: 'files', rows: 1, from: 'copy' },
      { table: 'tags', rows: 1, from: 'copy' },
      // Positions and episodes are not backed up, because they are written every few seconds.
      { table: 'places', rows: 0, from: 'nowhere' },
      { table: 'episodes', rows: 0, from: 'nowhere' },
      { table: 'tag_files', rows: 1, from: 'copy' },
      { table: 'metadata', rows: 0, from: 'nowhere' },
      { table: 'statistics', rows: 0, from: 'nowhere' },
      { table: 'listened', rows: 0, from: 'nowhere' },
      { table: 'uploads', rows: 0, from: 'nowhere' },
      { table: 'file_hashes', rows: 0, from: 'nowhere' },
    ]);
    const station = await startTestStation({ folder, env: { STATION_DATA_DIR: dataDir } });
    await expectAll(station);
    expect((await listFiles(station))['other.txt']?.id).toBeGreaterThan(2);
    expect(repairDatabaseSafely(dataDir)).toContain('another station is running');
    await station.stop();
    expect(existsSync(join(dataDir, 'station.db.damaged-1'))).toBe(true);
    expect(repairDatabase(dataDir, stationData)).toBeUndefined();
  });
});

function repairDatabaseSafely(dataDir: string): string {
  try {
    repairDatabase(dataDir, stationData);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
