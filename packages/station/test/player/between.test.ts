import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles } from '../support/test-station.ts';
import { at, details, patch, playing, playingStation, withPlaylist } from './playing-station.ts';
import { shortSound } from './sounds.ts';

const [lion, bear] = [1, 2];
const quick = { settings: { fade: 0, grace: 0 } };

it('the sound for an unknown tag keeps the last selection and its position', async () => {
  const { put, take, becomes, report, command, clock, state } = await withPlaylist(false, quick);
  await put('lion');
  await becomes(playing('1.wav'));
  await command('next');
  await report(20);
  const unknown = async () => {
    await take();
    await clock.advance(1);
    await put('other');
    await becomes({ status: 'playing', file: null, tag: null, playlist: null });
  };
  await unknown();
  await report(0, 'ended');
  await becomes({ status: 'stopped', problem: { cause: { code: 'tag-unknown' } } });
  await command('play');
  expect(await state()).toMatchObject(
    playing('2.wav', { position: 20, tag: { id: lion }, problem: null, ...at(2) }),
  );

  // Pause during the sound, then close the page.
  await command('pause');
  await unknown();
  await command('play');
  expect(await state()).toMatchObject(playing('2.wav', { position: 20, ...at(2) }));
  await command('pause');
  await unknown();
  await command('next');
  expect(await state()).toMatchObject(playing('3.wav', at(3)));
  await report(5);
  await command('stop');
  await unknown();
  await command('pause');
  expect(await state()).toMatchObject({ status: 'stopped' });
  await command('play');
  expect(await state()).toMatchObject(playing('3.wav', { position: 5, ...at(3) }));
  await command('pause');
  await unknown();
  await clock.advance(60_000);
  await becomes({ status: 'stopped' });
  await command('play');
  expect(await state()).toMatchObject(playing('3.wav', { position: 5 }));
});

it('the idle file keeps the last selection, and resumes only if it was paused', async () => {
  const { put, take, becomes, report, command, clock, station, state } = await withPlaylist(false, quick);
  await station.upload('sea.wav', shortSound());
  await patch(station, 'player-settings', { idle_file: 'sea.wav' });
  // The sound that announced the added tags has ended.
  await report(0, 'ended');
  const sea = playing('sea.wav', { idle: true });
  const later = () => clock.advance(5_000);
  /** Advances the clock until the idle file plays: the station may still be reading the card. */
  const becomesIdle = () =>
    expect
      .poll(async () => {
        const now = await state();
        if (!now.idle) await later();
        return now;
      })
      .toMatchObject(sea);
  await becomesIdle();
  // Stop and play do nothing, because nothing was selected.
  await command('stop');
  await command('play');
  expect(await state()).toMatchObject(sea);

  await put('lion');
  await becomes(playing('1.wav'));
  await report(20);
  const idle = async () => {
    await take();
    const afterGrace = async () => {
      await clock.advance(1);
      return (await state()).status;
    };
    await expect.poll(afterGrace).toBe('paused');
    await becomesIdle();
    await report(0);
  };
  await idle();
  await command('play');
  expect(await state()).toMatchObject(playing('1.wav', { position: 20, idle: false, tag: { id: lion } }));
  await command('pause');
  await put('lion');
  await becomes(playing('1.wav', { position: 20 }));
  await idle();
  // A skip tag, and a rename, apply to the user's selection and not to the idle file.
  const file = (await listFiles(station))['2.wav']?.id;
  await station.send('PATCH', `/api/v1/files/${file}`, {
    data: { id: file, type: 'file', attributes: { filename: 'two.wav' } },
  });
  await details(station, lion, { name: 'Cat' });
  await details(station, bear, { meaning: { kind: 'action', action: 'next' } });
  await put('bear');
  await becomes(playing('two.wav', { idle: false, tag: { id: lion, name: 'Cat' }, ...at(2) }));
  await report(7);
  // Pause, so that the test sees when the tap has been handled.
  await command('pause');
  await put('lion');
  await becomes(playing('two.wav', { position: 7 }));
  await idle();
  await command('pause');
  await command('play');
  expect(await state()).toMatchObject(sea);
  await command('stop');
  await command('play');
  expect(await state()).toMatchObject(playing('two.wav', { position: 7, idle: false }));

  // An unplayable idle file is retried after a different file is chosen, not when the free space of
  // the card changes.
  await command('pause');
  await put('lion');
  await becomes(playing('two.wav'));
  await idle();
  await report(0, 'failed');
  await becomes({
    status: 'stopped',
    problem: { cause: { code: 'file-not-playable', filename: 'sea.wav' } },
  });
  const { load } = (await state()).output;
  await station.upload('large.wav', Buffer.alloc(2_000_000));
  await later();
  expect(await state()).toMatchObject({ status: 'stopped', output: { load } });
  const seaId = (await listFiles(station))['sea.wav']?.id;
  await station.replace(seaId, 'sea.wav', shortSound());
  await becomesIdle();
});

it('a file that ends during its fade-out does not start the next file', async () => {
  const { put, take, becomes, report, command, clock, state, station } = await withPlaylist();
  await put('lion');
  await becomes(playing('1.wav'));
  await report(59);
  await take();
  await clock.advance(500);
  await becomes({ status: 'paused', output: { fade: 0.3 } });
  await report(60, 'ended');
  await becomes({ status: 'stopped' });
  await clock.advance(1_000);
  expect(await state()).toMatchObject({ status: 'stopped' });
  await put('lion');
  await becomes(playing('2.wav', { position: 0, ...at(2) }));

  // Files often end during the long fade of the sleep timer.
  await report(50);
  await patch(station, 'player', { sleep: 2 });
  await clock.advance(2_000);
  await becomes({ status: 'paused', output: { fade: 10 } });
  await report(60, 'ended');
  await clock.advance(10_000);
  expect(await state()).toMatchObject({ status: 'stopped', sleep: null });
  await command('play');
  expect(await state()).toMatchObject(playing('3.wav', { position: 0, ...at(3) }));
});

it('a playback failure reports a missing file or card as its cause', async () => {
  const { put, take, becomes, report, command, station, state } = await playingStation(quick);
  await put('lion');
  await becomes(playing('lion.wav'));
  await report(20);
  await command('stop');
  await rename(station.cardDir, `${station.cardDir}-pulled`);
  await expect.poll(async () => (await station.get('/api/v1/sdcard')).status).toBe(503);
  await command('previous');
  await report(20);
  await report(20, 'failed');
  await becomes({ status: 'stopped', problem: { cause: { code: 'card-removed' } } });
  await rename(`${station.cardDir}-pulled`, station.cardDir);
  await expect.poll(async () => (await station.get('/api/v1/sdcard')).status).toBe(200);
  await command('play');
  expect(await state()).toMatchObject(playing('lion.wav', { position: 20, problem: null }));
  await command('stop');
  const file = (await listFiles(station))['lion.wav']?.id;
  await station.get(`/api/v1/files/${file}`, { method: 'DELETE' });
  await command('previous');
  await report(20, 'failed');
  await becomes({ status: 'stopped', problem: { cause: { code: 'file-removed', filename: 'lion.wav' } } });
  await take();
});

it('a file that is no longer on the card cannot be resumed', async () => {
  const { put, becomes, report, command, station, state } = await playingStation(quick);
  const play = async () => {
    const answer = await command('play');
    return [answer.status, answer.headers.get('error-code')];
  };
  await put('lion');
  await becomes(playing('lion.wav'));
  await report(20);
  await command('stop');
  await rename(station.cardDir, `${station.cardDir}-pulled`);
  expect(await play()).toEqual([503, 'card-missing']);
  expect(await state()).toMatchObject({ status: 'stopped', problem: { cause: { code: 'card-removed' } } });
  await rename(`${station.cardDir}-pulled`, station.cardDir);
  expect(await play()).toEqual([200, null]);
  expect(await state()).toMatchObject(playing('lion.wav', { position: 20, problem: null }));
  // Play does nothing while it plays.
  expect(await play()).toEqual([200, null]);

  // A different program removes the file.
  await command('stop');
  await rename(join(station.cardDir, 'lion.wav'), join(station.folder, 'lion.wav'));
  expect(await play()).toEqual([422, 'file-not-on-card']);
  expect(await state()).toMatchObject({
    status: 'stopped',
    problem: { cause: { code: 'file-removed', filename: 'lion.wav' } },
  });

  // The station removes the file.
  await command('play', { filename: 'bear.wav' });
  await command('stop');
  const { id } = (await listFiles(station))['bear.wav'] ?? { id: 0 };
  await station.get(`/api/v1/files/${id}`, { method: 'DELETE' });
  expect(await play()).toEqual([422, 'file-not-on-card']);
});
