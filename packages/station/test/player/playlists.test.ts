import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { followEvents } from '../support/event-stream.ts';
import { addTag, listFiles } from '../support/test-station.ts';
import {
  at,
  details,
  names,
  patch,
  playing,
  playingStation,
  serials,
  withPlaylist,
} from './playing-station.ts';
import { shortSound } from './sounds.ts';

const [lion, bear] = [1, 2];

it('a playlist plays in order, skips, and starts over after the last file', async () => {
  const { put, report, becomes, command, again, state } = await withPlaylist();
  await put('lion');
  await becomes(playing('1.wav', { tag: { id: lion, serial: serials.lion, name: 'Lion' }, ...at(1) }));
  await report(60, 'ended');
  await becomes(playing('2.wav', at(2)));
  await report(20);
  await again('lion');
  await becomes(playing('2.wav', { position: 20.8, ...at(2) }));
  await command('next');
  expect(await state()).toMatchObject(playing('3.wav', at(3)));
  await command('previous');
  expect(await state()).toMatchObject(playing('2.wav', at(2)));
  await report(10);
  await command('previous');
  expect(await state()).toMatchObject(playing('2.wav', { position: 0 }));
  await command('next');
  // An unplayable last file is reported and ends the list.
  await report(0, 'failed');
  await becomes({ status: 'stopped', problem: { cause: { code: 'file-not-playable', filename: '3.wav' } } });
  await again('lion');
  await becomes(playing('1.wav', { problem: null }));
  await report(0, 'failed');
  await becomes(playing('2.wav', { problem: { cause: { code: 'file-not-playable', filename: '1.wav' } } }));
});

it('a tag plays its next file at each tap, and its first file again after the last', async () => {
  const { put, becomes, again, report } = await withPlaylist(false, { settings: { on_again: 'next' } });
  await put('lion');
  for (const name of [...names, '1.wav']) {
    await becomes(playing(name));
    await report(20);
    await again('lion');
  }
  await becomes(playing('2.wav'));
});

it('a folder in which no file can be played is given up after 50 files', async () => {
  const { station, put, becomes, report, state } = await playingStation();
  await mkdir(join(station.cardDir, 'Papers'));
  for (let at = 1; at <= 60; at++) await writeFile(join(station.cardDir, 'Papers', `${at}.mp3`), 'text');
  await details(station, 1, { meaning: { kind: 'album', folder: 'Papers', shuffled: false } });
  await put('lion');
  for (let at = 1; at <= 50; at++) {
    await becomes({ status: 'playing', playlist: { position: at, count: 60, shuffled: false } });
    await report(0, 'failed');
  }
  const cause = { code: 'file-not-playable', filename: 'Papers/50.mp3' };
  await becomes({ status: 'stopped', problem: { cause } });
  expect((await state()).playlist).toBeNull();
});

it('a shuffled playlist keeps its order and position after a power cut', async () => {
  const { put, report, becomes, state, station, clock, command } = await withPlaylist(true);
  const order: string[] = [];
  const note = async () => order.push((await state()).file?.filename ?? '');
  await put('lion');
  await becomes({ status: 'playing', ...at(1, true) });
  await note();
  await report(60, 'ended');
  await becomes(at(2, true));
  await note();
  await report(30);
  await clock.advance(6_000);
  const folder = await temporaryFolder();
  await cp(station.cardDir, join(folder, 'card'), { recursive: true, preserveTimestamps: true });
  await mkdir(join(folder, 'data'));
  for (const end of ['', '-wal'])
    await cp(join(station.folder, `data/station.db${end}`), join(folder, `data/station.db${end}`));
  await command('next');
  await note();
  expect([...order].sort()).toEqual(names);

  const later = await playingStation({ folder });
  await later.put('lion');
  await later.becomes(playing(order[1] ?? '', at(2, true)));
  expect((await later.state()).position).toBeGreaterThanOrEqual(30);
  await later.command('next');
  expect(await later.state()).toMatchObject(playing(order[2] ?? '', at(3, true)));
});

it('a playlist follows renamed, removed and missing files, and a new list', async () => {
  const { put, becomes, station, report, again, command, state } = await withPlaylist();
  const file = async (name: string) => (await listFiles(station))[name]?.id;
  const renameFile = async (name: string, filename: string) => {
    const id = await file(name);
    return station.send('PATCH', `/api/v1/files/${id}`, {
      data: { id, type: 'file', attributes: { filename } },
    });
  };
  await put('lion');
  await becomes(playing('1.wav'));
  await report(5);
  expect((await renameFile('1.wav', 'one.wav')).status).toBe(200);
  await renameFile('2.wav', 'two.wav');
  await becomes(playing('one.wav', { position: 5 }));
  // Removing the playing file starts the next one.
  await station.get(`/api/v1/files/${await file('one.wav')}`, { method: 'DELETE' });
  await becomes(
    playing('two.wav', {
      playlist: { position: 1, count: 2, shuffled: false },
      problem: { cause: { code: 'file-removed', filename: 'one.wav' } },
    }),
  );
  // A different program removes a file. The others play, and the missing file is reported.
  await rename(join(station.cardDir, '3.wav'), join(station.folder, '3.wav'));
  await again('bear');
  await becomes(playing('bear.wav'));
  await again('lion');
  await becomes(
    playing('two.wav', { problem: { cause: { code: 'playlist-file-missing', filename: '3.wav' } } }),
  );
  await details(station, lion, {
    name: 'Cat',
    meaning: { kind: 'playlist', files: ['bear.wav', 'two.wav'], shuffled: false },
  });
  await becomes(playing('two.wav', { tag: { name: 'Cat' } }));
  await again('lion');
  await becomes({ playlist: { position: 2, count: 2, shuffled: false } });
  await command('next');
  expect(await state()).toMatchObject({ status: 'stopped' });
});

it('a playlist keeps playing when its tag is replaced or removed', async () => {
  const { put, becomes, station, report, clock, take, state } = await withPlaylist();
  const third = await addTag(station, serials.other);
  await put('lion');
  await becomes(playing('1.wav'));
  await report(20);
  const { load } = (await state()).output;
  await station.send('POST', '/api/v1/tag-replacements', {
    data: { type: 'tag-replacement', attributes: { lost: lion, replacement: third } },
  });
  await becomes(playing('1.wav', { tag: { id: third, name: 'Lion' }, output: { load } }));
  await take();
  await put('bear');
  await becomes(playing('bear.wav'));
  await put('other');
  await becomes(playing('1.wav', { position: 20, tag: { id: third } }));
  await station.get(`/api/v1/tags/${third}`, { method: 'DELETE' });
  await becomes(playing('1.wav', { tag: null }));
  await clock.advance(6_000);
});

it('action tags change the volume, skip, pause, stop and sleep, and link tags send URLs to pages', async () => {
  const { put, take, becomes, station, report, state, clock } = await withPlaylist(false, {
    settings: { on_removal: 'continue', volume_cap: 75, fade: 0 },
  });
  const events = await followEvents(station);
  const act = async (action: string, more: object = {}) => {
    await details(station, bear, { meaning: { kind: 'action', action, ...more } });
    await take();
    await clock.advance(600);
    await put('bear');
  };
  // Without playback, skip and pause do nothing and are not errors.
  for (const action of ['next', 'previous', 'pause', 'stop']) await act(action);
  await put('lion');
  await becomes(playing('1.wav', { problem: null }));
  await report(10);
  await act('volume_up');
  await becomes({ volume: 70 });
  await act('volume_up');
  await becomes({ volume: 75 });
  await act('volume_down');
  await becomes(playing('1.wav', { volume: 65 }));
  await act('next');
  await becomes(playing('2.wav'));
  await act('previous');
  await becomes(playing('1.wav'));
  await act('pause');
  await becomes({ status: 'paused' });
  // The reader loses the tag briefly.
  await take();
  await put('bear');
  await act('pause');
  await becomes({ status: 'playing' });
  await act('sleep', { minutes: 20 });
  await becomes({ sleep: 1_200 });
  await act('stop');
  await becomes({ status: 'stopped' });

  await details(station, bear, { name: 'Bear', meaning: { kind: 'link', url: 'https://example.org/bear' } });
  await take();
  await clock.advance(600);
  await put('bear');
  await events.expectEvent('tap.link', { id: bear, name: 'Bear', url: 'https://example.org/bear' });
  expect(await state()).toMatchObject({ status: 'stopped', problem: null });
});

it('an action tag does not keep a removed tag playing', async () => {
  const { put, take, becomes, station, clock } = await withPlaylist();
  await details(station, bear, { meaning: { kind: 'action', action: 'volume_up' } });
  await clock.advance(1_000);
  await put('lion');
  await becomes(playing('1.wav'));
  await take();
  await put('bear');
  await becomes({ volume: 70 });
  await clock.advance(500);
  await becomes({ status: 'paused' });
});

it('the idle file plays while nothing else plays, until the user stops it', async () => {
  const { put, take, becomes, station, report, clock, command, state } = await playingStation({
    settings: { fade: 0, grace: 0 },
  });
  const settings = (attributes: object) => patch(station, 'player-settings', attributes);
  const later = () => clock.advance(5_000);
  await station.upload('sea.wav', shortSound());
  expect(await settings({ idle_file: 'lake.wav' })).toEqual({ status: 422, code: 'file-not-on-card' });
  expect((await settings({ idle_file: 'sea.wav' })).status).toBe(200);
  // No page is open to play the idle file.
  await later();
  expect(await state()).toMatchObject({ status: 'stopped', idle: false });
  await report(0, 'ready');
  await later();
  const sea = playing('sea.wav', { tag: null, idle: true });
  await becomes(sea);
  await report(60, 'ended');
  await becomes({ status: 'stopped' });
  await clock.advance(1_000);
  await becomes(sea);

  await put('lion');
  await becomes(playing('lion.wav', { idle: false }));
  await report(20);
  await take();
  await clock.advance(1);
  expect(await state()).toMatchObject({ status: 'paused' });
  await later();
  await becomes(sea);
  await put('lion');
  await becomes(playing('lion.wav', { position: 20 }));
  await report(60, 'ended');
  await later();
  await becomes(sea);
  // Problems of a tag are still reported.
  await take();
  await put('other');
  await becomes({ file: null, problem: { cause: { code: 'tag-unknown' } } });
  await report(0, 'ended');
  await later();
  await becomes({ ...sea, problem: { cause: { code: 'tag-unknown' } } });

  await command('pause');
  await later();
  expect(await state()).toMatchObject({ status: 'paused', idle: true });
  await take();
  await put('bear');
  await becomes(playing('bear.wav'));
  await command('stop');
  await later();
  expect(await state()).toMatchObject({ status: 'stopped' });
  await command('play', { filename: 'lion.wav' });
  await report(0, 'failed');
  await becomes({ status: 'stopped', problem: { cause: { code: 'file-not-playable' } } });
  await later();
  await becomes(sea);
  // An unplayable idle file is not retried in a loop.
  const { load } = (await state()).output;
  await report(0, 'failed');
  await becomes({ problem: { cause: { code: 'file-not-playable', filename: 'sea.wav' } } });
  await later();
  expect(await state()).toMatchObject({ status: 'stopped', output: { load } });
  await settings({ idle_file: null });
  const { data } = (await (await station.get('/api/v1/player/settings')).json()) as { data: object };
  expect(data).toMatchObject({ attributes: { idle_file: null, fade: 0 } });
});
