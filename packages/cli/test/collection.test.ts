import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStationClient } from '@stationery/client';
import { createStationTags } from '@stationery/client/tags';
import { mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from '../../station/test/support/test-station.ts';
import { inProcess, jsonInProcess } from './support/in-process.ts';
import { kitchen, stateOf } from './support/kitchen.ts';

const env = { STATION_PLAYER: 'browser' };
const mounts = needsMounts();
let folder: string;
let archive: string;

const run = (station: TestStation, ...words: string[]) =>
  inProcess(['collection', ...words], { env: { STATION_URL: station.url } });

beforeEach(async () => {
  folder = await temporaryFolder();
  archive = join(folder, 'kitchen.tar');
});

describe('a collection', () => {
  it('makes another station like the first, merges, and continues', async () => {
    const first = await kitchen();
    expect(await run(first, 'export', archive)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('3 files and 4 tags'),
    });
    expect((await run(first, 'export', archive)).code).toBe(2);
    expect(existsSync(`${archive}.part`)).toBe(false);

    const second = await startTestStation({ env });
    const before = await stateOf(second);
    const dry = await run(second, 'import', archive, '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Would import 3 files') });
    expect(await stateOf(second)).toEqual(before);

    await second.upload('song.mp3', 'la la');
    await second.upload('mine.txt', 'stays');
    const imported = await jsonInProcess(['collection', 'import', archive], {
      env: { STATION_URL: second.url },
    });
    expect(imported).toMatchObject({ files: { added: 2, unchanged: 1, replaced: 0 }, tags: 4 });
    await createStationClient({ baseUrl: second.url }).remove(2);
    const [one, other] = [await stateOf(first), await stateOf(second)];
    expect(other).toEqual(one);
    expect(JSON.stringify(one.taps)).toContain('song.mp3');
    // Again: nothing is added twice.
    const again = await jsonInProcess(['collection', 'import', archive, '--nickname'], {
      env: { STATION_URL: second.url },
    });
    expect(again).toMatchObject({ files: { added: 0, unchanged: 3 } });
    // A tag that is in use with other details stays as it is, and only that one.
    const tags = createStationTags({ baseUrl: second.url });
    const [lion] = await tags.list();
    await tags.change(lion?.id ?? 0, { name: 'My lion' });
    const kept = await run(second, 'import', archive);
    expect(kept.stdout).toContain('Skipped 1 tag that the station has with other details: 0x04A2');
    expect((await tags.list())[0]?.name).toBe('My lion');
    expect((await run(second, 'import', archive, '--replace')).stdout).not.toContain('Skipped');
    // What a tap does depends on the taps before it.
    expect({ ...(await stateOf(second)), taps: one.taps }).toEqual(one);
    expect((await createStationClient({ baseUrl: second.url }).settings()).nickname).toBe('Kitchen');
  });

  it('that is damaged, newer, hostile or in conflict is refused, and nothing is changed', async () => {
    await run(await kitchen(), 'export', archive);
    const whole = readFileSync(archive);
    const station = await startTestStation({ env });
    await station.upload('SONG.mp3', 'mine');
    const before = await stateOf(station);
    const refused = async (bytes: Buffer, why: string, ...more: string[]) => {
      const bad = join(folder, 'bad.tar');
      writeFileSync(bad, bytes);
      const { code, stderr } = await run(station, 'import', bad, ...more);
      expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining(why)]);
      expect(code).not.toBe(0);
      expect(await stateOf(station)).toEqual(before);
    };
    const edited = (from: string, to: string) => {
      expect(from).toHaveLength(to.length);
      return Buffer.from(whole.toString('latin1').replace(from, to), 'latin1');
    };
    await refused(whole, '--replace');
    await refused(whole.subarray(0, 1_000_000), 'incomplete');
    await refused(Buffer.from('nonsense'), 'incomplete');
    await refused(edited('la la', 'lo lo'), 'not what was exported', '--replace');
    await refused(edited('"version": 1,', '"version": 9,'), 'newer version');
    await refused(edited('"filename": "song.mp3"', '"filename": "../g.mp3"'), 'a name that no card takes');
    await refused(edited('ustar', 'USTAR'), 'header');
  });

  it.runIf(mounts.run)(
    `that is too large for the card is refused, and nothing is changed (${mounts.label})`,
    async () => {
      await run(await kitchen(), 'export', archive);
      const cardDir = join(folder, 'small');
      mountTmpfs(cardDir, 1024 * 1024);
      const station = await startTestStation({ env: { ...env, STATION_CARD_DIR: cardDir } });
      const before = await stateOf(station);
      for (const more of [[], ['--dry-run']]) {
        const { code, stderr } = await run(station, 'import', archive, ...more);
        expect([code, stderr]).toEqual([4, expect.stringContaining('1.5 MB are needed, 1.0 MB are free')]);
      }
      expect(await stateOf(station)).toEqual(before);
    },
  );
});
