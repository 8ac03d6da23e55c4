import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addTag } from '../support/test-station.ts';
import { details, patch, playing, playingStation, serials } from './playing-station.ts';
import { shortSound } from './sounds.ts';

const [lion, bear] = [1, 2];

/** Starts a station with three languages. Its file of the lion also exists in German, and tag 3 sets the language. */
async function museum(settings: object = {}) {
  const rig = await playingStation({
    settings: { languages: ['en', 'de', 'fr'], on_removal: 'continue', fade: 0, ...settings },
  });
  await rig.station.upload('lion.de.wav', shortSound());
  const flag = await addTag(rig.station, serials.other);
  // Give the reader time to report the removal of the tag.
  await rig.clock.advance(1_000);
  return {
    ...rig,
    flag: (action: object) =>
      details(rig.station, flag, { meaning: { kind: 'action', action: 'language', ...action } }),
  };
}

it('a language tag makes objects play in its language if they have a file in that language', async () => {
  const { put, becomes, flag, report, state } = await museum();
  expect(await state()).toMatchObject({ language: 'en', languages: ['en', 'de', 'fr'] });
  await flag({ language: 'de' });
  await put('lion');
  await becomes(playing('lion.wav', { language: 'en' }));
  await report(20);
  // The playing file starts over in the new language.
  await put('other');
  await becomes(playing('lion.de.wav', { language: 'de', tag: { id: lion } }));
  expect((await state()).problem).toBeNull();
  await report(5);
  await put('lion');
  await becomes(playing('lion.de.wav'));
  await put('bear');
  await becomes(playing('bear.wav', { tag: { id: bear } }));
});

it('a language tag without a language chooses the next one', async () => {
  const { put, take, clock, becomes, flag } = await museum();
  await flag({});
  for (const language of ['de', 'fr', 'en']) {
    await put('other');
    await becomes({ language });
    await take();
    await clock.advance(1_000);
  }
});

it('the next visitor begins with the default language, but not while a file plays', async () => {
  const { station, put, becomes, clock, report } = await museum();
  expect(await patch(station, 'player', { language: 'DE' })).toMatchObject({ status: 422 });
  await patch(station, 'player', { language: 'de' });
  await put('lion');
  await becomes(playing('lion.de.wav'));
  for (let seconds = 10; seconds < 300; seconds += 10) {
    await report(seconds);
    await clock.advance(10_000);
  }
  await becomes(playing('lion.de.wav', { language: 'de' }));
  await report(60, 'ended');
  await becomes({ status: 'stopped', language: 'de' });
  await clock.advance(180_000);
  await becomes({ language: 'en' });
});

it('a folder with files in several languages plays each of them once', async () => {
  const { station, put, becomes } = await museum();
  await mkdir(join(station.cardDir, 'Zoo'));
  for (const name of ['1.wav', '1.de.wav', '1.fr.wav', '2.en.wav', '2.de.wav', '3.wav'])
    await writeFile(join(station.cardDir, 'Zoo', name), shortSound());
  await details(station, lion, { meaning: { kind: 'album', folder: 'Zoo', shuffled: false } });
  await put('lion');
  await becomes(playing('Zoo/1.wav', { playlist: { position: 1, count: 3 } }));
  await patch(station, 'player', { language: 'de' });
  await becomes(playing('Zoo/1.de.wav', { playlist: { position: 1, count: 3 } }));
});

it('an object plays exactly the file that its tag names if no languages are set', async () => {
  const { station, put, becomes, state } = await museum({ languages: [] });
  expect(await state()).toMatchObject({ language: null, languages: [] });
  await put('lion');
  await becomes(playing('lion.wav'));
  expect(await patch(station, 'player-settings', { languages: ['de', 'de'] })).toMatchObject({ status: 422 });
});
