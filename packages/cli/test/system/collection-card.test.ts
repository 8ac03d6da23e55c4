import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createStationTags } from '@stationery/client/tags';
import { mountBound, mountTmpfs, needsMounts, remount, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { eventLog } from '../../../station/test/support/event-log.ts';
import { startTestStation, type TestStation } from '../../../station/test/support/test-station.ts';
import { inProcess } from '../support/in-process.ts';
import { kitchen, stateOf } from '../support/kitchen.ts';
import { startStationProgram } from '../support/program.ts';
import { writeCollection } from '../support/write-collection.ts';

const env = { STATION_PLAYER: 'browser' };
const mounts = needsMounts();

/** Resolves to the result of importing the collection on the card. */
async function outcome(station: TestStation) {
  const events = await eventLog(station.url);
  const last = () => events.of('collection').at(-1) ?? events.of('snapshot')[0]?.collection;
  await expect.poll(() => last()?.state).toMatch(/imported|refused/);
  return last();
}

/** Removes the card, applies `change` to it, and inserts it again. */
async function reinsert(station: TestStation, change: () => void): Promise<void> {
  const { cardDir } = station;
  renameSync(cardDir, `${cardDir}-out`);
  expect((await station.get('/api/v1/sdcard')).status).toBe(503);
  change();
  renameSync(`${cardDir}-out`, cardDir);
  expect((await station.get('/api/v1/sdcard')).status).toBe(200);
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

describe('a collection folder on a card', () => {
  it('is imported once, even if tags are in use', async () => {
    const first = await kitchen();
    const folder = join(await temporaryFolder(), 'kitchen');
    const exported = await inProcess(['collection', 'export', '--folder', folder], {
      env: { STATION_URL: first.url },
    });
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('3 files and 5 tags') });
    const expected = await stateOf(first);
    expect(existsSync(`${folder}.part`)).toBe(false);

    // The card is present when the station starts.
    const place = await temporaryFolder();
    cpSync(folder, join(place, 'card', 'kitchen'), { recursive: true });
    for (let album = 0; album < 200; album++) mkdirSync(join(place, 'card', `Album ${album}`));
    const second = await startTestStation({ env, folder: place });
    expect(await outcome(second)).toEqual({
      state: 'imported',
      folder: 'kitchen',
      files: 3,
      tags: 5,
      kept: 0,
    });
    expect(await stateOf(second)).toEqual(expected);
    // Files are moved instead of copied, because a full card has no space.
    expect(readdirSync(join(second.cardDir, 'kitchen', 'files'))).toEqual([]);

    // In this case the card is inserted after the start; the station keeps its own data and reports that.
    const third = await startTestStation({ env });
    const tags = createStationTags({ baseUrl: third.url });
    const own = await tags.add({ serial: '0x00112233', model: 'mifare' });
    await tags.change(own.id, { name: 'Mine' });
    await third.upload('song.mp3', 'la la');
    await reinsert(third, () => cpSync(folder, `${third.cardDir}-out/kitchen`, { recursive: true }));
    expect(await outcome(third)).toMatchObject({ state: 'imported', files: 2, tags: 4, kept: 1 });
    expect((await tags.list()).find(({ id }) => id === own.id)).toMatchObject({
      name: 'Mine',
      meaning: null,
    });

    // A folder is imported only once, so a removed tag does not come back. The refused folder is read last.
    const [lion] = (await tags.list()).filter(({ name }) => name === 'The lion');
    await tags.remove(lion?.id ?? 0);
    await reinsert(third, () => {
      mkdirSync(`${third.cardDir}-out/zz`);
      writeFileSync(`${third.cardDir}-out/zz/collection.json`, '{}');
    });
    expect(await outcome(third)).toMatchObject({ state: 'refused', folder: 'zz' });
    expect(await tags.list()).toHaveLength(4);
    await third.stop();
    const again = await startTestStation({ env, folder: third.folder });
    expect(await outcome(again)).toMatchObject({ state: 'refused', folder: 'zz' });
    expect(await createStationTags({ baseUrl: again.url }).list()).toHaveLength(4);

    // Imports the folder with the same command as an archive.
    const fourth = await startTestStation({ env });
    const { code } = await inProcess(['collection', 'import', folder], { env: { STATION_URL: fourth.url } });
    expect([code, await stateOf(fourth)]).toEqual([0, expected]);
  });

  it('is imported completely at the next start if the station was killed during the import', async () => {
    const place = await temporaryFolder();
    const cardDir = join(place, 'card');
    const folder = join(cardDir, 'many');
    const count = 60;
    writeCollection(folder, count);
    const program = await startStationProgram({
      STATION_DATA_DIR: join(place, 'data'),
      STATION_CARD_DIR: cardDir,
    });
    await expect.poll(() => filesIn(cardDir).length, { interval: 1 }).toBeGreaterThan(3);
    program.kill('SIGKILL');
    await program.exit;

    // No tag names a missing file, at any moment.
    renameSync(folder, join(place, 'aside'));
    const between = await startTestStation({ folder: place });
    const missing = (await createStationTags({ baseUrl: between.url }).list()).flatMap((tag) => tag.missing);
    expect(missing).toEqual([]);
    await between.stop();
    renameSync(join(place, 'aside'), folder);

    // One file exists under both names, as between the two steps of a move.
    const moving = readdirSync(join(folder, 'files')).sort().at(-1) ?? '';
    const moved = join(cardDir, `${Number(moving)}.mp3`);
    if (moving !== '' && !existsSync(moved)) linkSync(join(folder, 'files', moving), moved);
    const station = await startTestStation({ folder: place });
    expect(await outcome(station)).toMatchObject({ state: 'imported', kept: 0 });
    const tags = await createStationTags({ baseUrl: station.url }).list();
    expect(tags).toHaveLength(count);
    expect(tags.every(({ meaning, missing }) => meaning?.kind === 'playlist' && missing.length === 0)).toBe(
      true,
    );
    expect(filesIn(cardDir)).toHaveLength(count);
    expect(readdirSync(join(folder, 'files'))).toEqual([]);
  });

  it('is refused without changes if damaged, newer, hostile or in conflict', async () => {
    const station = await startTestStation({ env });
    await station.upload('2.mp3', 'mine');
    const before = await stateOf(station);
    const secret = join(station.folder, 'secret');
    mkdirSync(secret);
    writeFileSync(join(secret, '000001'), 'content 1');
    const refused = async (code: string, reason: string, change: (folder: string) => void) => {
      const folder = join(`${station.cardDir}-out`, 'bad');
      await reinsert(station, () => {
        rmSync(folder, { recursive: true, force: true });
        writeCollection(folder, 1);
        change(folder);
      });
      expect(await outcome(station)).toMatchObject({
        state: 'refused',
        code,
        reason: expect.stringContaining(reason),
      });
      expect(filesIn(station.cardDir)).toEqual(['2.mp3']);
    };
    const edit = (from: string, to: string) => (folder: string) => {
      const path = join(folder, 'collection.json');
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(from);
      writeFileSync(path, text.replace(from, to));
    };
    await refused('collection-damaged', 'differs from the exported file', (folder) =>
      writeFileSync(join(folder, 'files/000001'), 'CONTENT 1'),
    );
    await refused('collection-damaged', 'missing or incomplete', (folder) =>
      rmSync(join(folder, 'files/000001')),
    );
    await refused('collection-damaged', 'missing or incomplete', (folder) => {
      rmSync(join(folder, 'files'), { recursive: true });
      symlinkSync(secret, join(folder, 'files'));
    });
    await refused('collection-newer', 'Update first', edit('"version":1', '"version":2'));
    await refused(
      'collection-damaged',
      'no card can hold',
      edit('"filename":"1.mp3"', '"filename":"../1.mp3"'),
    );
    await refused('collection-damaged', 'unknown place', edit('files/000001', '../../secret/000001'));
    await refused('collection-damaged', 'names a file that is not in it', edit('["1.mp3"]', '["2.mp3"]'));
    await refused('collection-damaged', 'the tag 0x00000001 cannot be used', edit('"Tag 1"', '"\\n\\t"'));
    await refused('collection-damaged', 'too large', (folder) =>
      truncateSync(join(folder, 'collection.json'), 1_000_000_000),
    );
    await refused('collection-conflict', '“2.mp3”', (folder) => {
      rmSync(folder, { recursive: true });
      writeCollection(folder, 2);
    });
    expect(await stateOf(station)).toEqual(before);
    expect(readdirSync(secret)).toEqual(['000001']);
  });

  it.runIf(mounts.run)(
    `is refused once if the card is read-only, until the card is writable (${mounts.label})`,
    async () => {
      const place = await temporaryFolder();
      const [disk, cardDir] = [join(place, 'disk'), join(place, 'card')];
      mountTmpfs(disk, 1024 * 1024);
      writeCollection(join(disk, 'kitchen'), 2);
      mkdirSync(cardDir);
      mountBound(disk, cardDir);
      remount(disk, 'ro');
      const station = await startTestStation({ env, folder: place });
      const log = await eventLog(station.url);
      expect(await outcome(station)).toMatchObject({ state: 'refused', code: 'card-read-only' });
      for (let round = 0; round < 5; round++) await station.get('/api/v1/sdcard');
      expect(log.of('collection').filter(({ state }) => state === 'refused').length).toBeLessThan(2);
      remount(disk, 'rw');
      await station.stop();
      expect(await outcome(await startTestStation({ env, folder: place }))).toMatchObject({
        files: 2,
        tags: 2,
      });
    },
  );
});
