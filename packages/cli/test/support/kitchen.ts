import { randomBytes } from 'node:crypto';
import { createStationClient } from '@stationery/client';
import { createStationPlayer } from '@stationery/client/player';
import { createStationTags } from '@stationery/client/tags';
import { sha256 } from '@stationery/core';
import { expect } from 'vitest';
import { startTestStation, type TestStation } from '../../../station/test/support/test-station.ts';

const story = randomBytes(1_500_000);
const env = { STATION_PLAYER: 'browser' };

/** Returns the complete state of a station, and its reaction to each tag. */
export async function stateOf({ url, reader }: TestStation) {
  const [client, tags, player] = [
    createStationClient({ baseUrl: url }),
    createStationTags({ baseUrl: url }),
    createStationPlayer({ baseUrl: url }),
  ];
  const { files } = await client.card();
  const contents = files.map(async ({ id, filename }) => {
    const answer = await client.content(id);
    // Compare digests instead of contents, because a difference in
    // 2 MB of base64 would hide all others in the report.
    const digest = sha256(Buffer.from(await answer.arrayBuffer()));
    return [filename, answer.headers.get('content-type'), digest];
  });
  const details = (await tags.list()).map(({ id: _, ...tag }) => tag);
  const taps: unknown[] = [];
  const events = client.events();
  await events.next();
  for (const { serial, meaning } of details) {
    await client.simulator.put({ serial, model: 'mifare' });
    while ((await events.next()).value?.name !== 'tap.on');
    // Tags that play a playlist change the player only after their tap event.
    if (meaning?.kind === 'playlist') {
      await expect.poll(() => player.state()).toMatchObject({ tag: { serial } });
      taps.push([serial, (await player.state()).file?.filename]);
    }
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

export async function kitchen(): Promise<TestStation> {
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
    playback: { on_again: 'single', repeat: 'all', volume: 30 },
    plot: { paper: 'a5', pause: 300 },
    exhibit: { texts: [{ language: 'de', title: 'Eins' }] },
    meaning: { kind: 'playlist', files, shuffled: false },
  });
  await tags.change(await add('0x00112233'), { meaning: { kind: 'action', action: 'back', seconds: 15 } });
  await tags.change(await add('0x00112244'), { meaning: { kind: 'link', url: 'https://example.org/lion' } });
  await tags.change(await add('0x00112266'), { meaning: { kind: 'stream', url: 'http://127.0.0.1/radio' } });
  await add('0x00112255');
  await createStationPlayer({ baseUrl: station.url }).changeSettings({ on_removal: 'stop', volume_cap: 70 });
  return station;
}
