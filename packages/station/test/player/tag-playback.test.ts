import { expect, it } from 'vitest';
import { at, details, playing, withPlaylist } from './playing-station.ts';

const [lion, bear] = [1, 2];

it('a tag with settings of its own ignores those of the station, unlike other tags', async () => {
  const { put, take, becomes, station, clock, report } = await withPlaylist(false, { settings: { fade: 0 } });
  await details(station, lion, { playback: { on_removal: 'continue', on_again: 'restart' } });
  await put('lion');
  await becomes(playing('1.wav'));
  await report(60, 'ended');
  await becomes(playing('2.wav'));
  await take();
  await clock.advance(1_000);
  await becomes({ status: 'playing' });
  await put('lion');
  await becomes(playing('1.wav'));
  await put('bear');
  await becomes(playing('bear.wav'));
  await take();
  await clock.advance(1_000);
  await becomes({ status: 'paused' });
});

it('a tag plays one file per tap, then stops', async () => {
  const { put, becomes, station, report, again, state } = await withPlaylist();
  await details(station, lion, { playback: { on_again: 'single' } });
  await put('lion');
  for (const name of ['1.wav', '2.wav', '3.wav', '1.wav']) {
    await becomes(playing(name));
    await report(60, 'ended');
    await becomes({ status: 'stopped' });
    await again('lion');
  }
  await becomes(playing('2.wav'));
  // A tap before the end skips to the next file.
  await report(5);
  await again('lion');
  await becomes(playing('3.wav'));
  expect((await state()).problem).toBeNull();
});

it('a tag repeats its files or one of them, but not files that cannot be played', async () => {
  const { put, becomes, station, report, again, command, clock } = await withPlaylist();
  const play = async (name: string) => {
    await becomes(playing(name));
    await report(1);
    await clock.advance(2_000);
    await report(60, 'ended');
  };
  await details(station, lion, { playback: { repeat: 'all' } });
  await put('lion');
  for (const name of ['1.wav', '2.wav', '3.wav', '1.wav']) await play(name);
  await becomes(playing('2.wav', { repeat: 'all', ...at(2) }));
  // If all files of the second pass fail, playback ends.
  await report(0, 'failed');
  await becomes(playing('3.wav'));
  await report(0, 'failed');
  await becomes(playing('1.wav'));
  for (const name of ['2.wav', '3.wav']) {
    await report(0, 'failed');
    await becomes(playing(name));
  }
  await report(0, 'failed');
  await becomes({ status: 'stopped', problem: { cause: { code: 'file-not-playable' } } });

  await details(station, lion, { playback: { repeat: 'one' } });
  await again('lion');
  await play('1.wav');
  await becomes(playing('1.wav', { repeat: 'one' }));
  await command('next');
  await becomes(playing('2.wav'));
  // An empty file ends at once.
  await report(0);
  await report(0, 'ended');
  await becomes({ status: 'stopped', problem: null });
});

it('a tag loses its position when another tag plays', async () => {
  const { put, becomes, station, report, again } = await withPlaylist();
  await details(station, lion, { playback: { remember: false } });
  await put('lion');
  await becomes(playing('1.wav'));
  await report(20);
  await again('lion');
  await becomes(playing('1.wav', { position: 20.8 }));
  await again('bear');
  await becomes(playing('bear.wav'));
  await again('lion');
  await becomes(playing('1.wav', { position: 0 }));
});

it('the volume of a tag applies only while the tag plays, and never exceeds the cap', async () => {
  const { put, becomes, station, report } = await withPlaylist(false, {
    settings: { volume_cap: 80, fade: 0, on_removal: 'continue' },
  });
  const player = (attributes: object) =>
    station.send('PATCH', '/api/v1/player', { data: { id: 'player', type: 'player', attributes } });
  await details(station, lion, { playback: { volume: 95 } });
  await put('lion');
  await becomes(playing('1.wav', { volume: 80 }));
  await player({ volume: 30 });
  await becomes({ volume: 30 });
  await report(60, 'ended');
  await becomes(playing('2.wav', { volume: 30 }));
  await put('bear');
  await becomes(playing('bear.wav', { volume: 60 }));
  await put('lion');
  await becomes(playing('2.wav', { volume: 80 }));
  await details(station, lion, { playback: null });
  await put('bear');
  await becomes(playing('bear.wav', { volume: 60 }));
  await put('lion');
  await becomes(playing('2.wav', { volume: 60 }));
});

it('a tag seeks forwards and backwards within the file', async () => {
  const { put, take, becomes, station, report, clock } = await withPlaylist(false, {
    settings: { on_removal: 'continue' },
  });
  const act = async (action: string, more: object = {}) => {
    expect((await details(station, bear, { meaning: { kind: 'action', action, ...more } })).status).toBe(200);
    await take();
    await clock.advance(600);
    await put('bear');
  };
  // Skipping while nothing plays is not an error.
  await act('forward');
  await put('lion');
  await becomes(playing('1.wav', { problem: null }));
  await report(10);
  await act('forward', { seconds: 25 });
  await becomes(playing('1.wav', { position: 35.6 }));
  await act('back');
  await becomes(playing('1.wav', { position: 6.2 }));
  await act('back');
  await becomes(playing('1.wav', { position: 0 }));
  await act('forward', { seconds: 3600 });
  await becomes(playing('1.wav', { position: 60 }));
});
