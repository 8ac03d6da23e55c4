import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { temporaryFolder } from '@stationery/core/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from '../../station/test/support/test-station.ts';
import { inProcess, jsonInProcess } from './support/in-process.ts';

const env = { STATION_PLAYER: 'browser' };
const story = randomBytes(1_500_000);
let folder: string;
let archive: string;

const run = (station: TestStation, ...words: string[]) =>
  inProcess(['collection', ...words], { env: { STATION_URL: station.url } });

/** Everything that makes a station what it is, and what it does at a tap of each tag. */
async function stateOf({ url, reader }: TestStation) {
  const [client, tags, player] = [
    createStationClient({ baseUrl: url }),
    createStationTags({ baseUrl: url }),
    createStationPlayer({ baseUrl: url }),
  ];
  const { files } = await client.card();
  const contents = files.map(async ({ id, filename }) => {
    const answer = await client.content(id);
    const bytes = Buffer.from(await answer.arrayBuffer()).toString('base64');
    return [filename, answer.headers.get('content-type'), bytes];
  });
  const details = (await tags.list()).map(({ id: _, ...tag }) => tag);
  const taps: unknown[] = [];
  const events = client.events();
  await events.next();
  for (const { serial, meaning } of details) {
    await client.simulator.put({ serial, model: 'mifare' });
    while ((await events.next()).value?.name !== 'tap.on');
    if (meaning?.kind === 'playlist')
      await expect.poll(() => player.state()).toMatchObject({ tag: { serial } });
    const { file, tag } = await player.state();
    taps.push([serial, file?.filename, tag?.serial]);
    await client.simulator.take();
    await player.stop();
  }
  await events.return();
  expect(reader.state.state).toBe('ready');
  const sorted = (all: unknown[]) => all.map((one) => JSON.stringify(one)).sort();
  return {
    files: sorted(await Promise.all(contents)),
    tags: sorted(details),
    taps: sorted(taps),
    settings: await player.settings(),
  };
}

async function kitchen(): Promise<TestStation> {
  const station = await startTestStation({ env });
  const client = createStationClient({ baseUrl: station.url });
  const tags = createStationTags({ baseUrl: station.url });
  await client.rename('Kitchen');
  await client.upload(story, { filename: 'Räuber & Co.mp3', mediaType: 'audio/mpeg' });
  await client.upload('', { filename: 'empty.txt' });
  await client.upload('la la', { filename: 'song.mp3' });
  const add = async (serial: string) => (await tags.add({ serial, model: 'mifare' })).id;
  const files = ['song.mp3', 'Räuber & Co.mp3'];
  await tags.change(await add('0x04A2245A6B2C80'), {
    name: 'The lion',
    colour: '#ff8800',
    note: 'blue box',
    meaning: { kind: 'playlist', files, shuffled: false },
  });
  await tags.change(await add('0x00112233'), { meaning: { kind: 'action', action: 'next' } });
  await tags.change(await add('0x00112244'), { meaning: { kind: 'link', url: 'https://example.org/lion' } });
  await add('0x00112255');
  await createStationPlayer({ baseUrl: station.url }).changeSettings({ on_removal: 'stop', volume_cap: 70 });
  return station;
}

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
});
