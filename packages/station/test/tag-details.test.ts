import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { TagDetails } from '@stationery/contract';
import { openDatabase } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { migrations } from '../src/store/schema.ts';
import { TagDetailsTable } from '../src/store/tag-details-table.ts';
import { followEvents } from './support/event-stream.ts';
import { addTag, listFiles, listTags, startTestStation } from './support/test-station.ts';

const serials = ['0x04A2245A6B2C80', '0x00112233', '0x00112244'];

/** Starts a station with three files and three tags. */
async function stationWithTags(folder?: string) {
  const station = await startTestStation(folder === undefined ? {} : { folder });
  if (folder === undefined) {
    for (const name of ['a.mp3', 'b.mp3', 'c.mp3']) await station.upload(name, name);
    for (const serial of serials) await addTag(station, serial);
  }
  const at = (id: unknown) => `/api/v1/tag-details/${id}`;
  return {
    station,
    change: (id: number, attributes: object) =>
      station.send('PATCH', at(id), { data: { id, type: 'tag-details', attributes } }),
    details: async (id: number) => {
      const { data } = (await (await station.get(at(id))).json()) as { data: { attributes: TagDetails } };
      return data.attributes;
    },
    replace: (attributes: object) =>
      station.send('POST', '/api/v1/tag-replacements', { data: { type: 'tag-replacement', attributes } }),
    filename: async (id: number) =>
      (await listTags(station)).find((tag) => tag.id === id)?.attributes.filename,
  };
}

const playlist = (...files: string[]) => ({ kind: 'playlist', files, shuffled: false });
const refusal = async (answer: Response) => {
  const { errors } = (await answer.json()) as { errors: { source?: { pointer?: string } }[] };
  return [answer.status, answer.headers.get('error-code'), errors[0]?.source?.pointer];
};

describe('the details of tags', () => {
  it('are listed, changed, stored and sent to pages', async () => {
    const { station, change, details } = await stationWithTags();
    const events = await followEvents(station);
    const empty = {
      name: null,
      colour: null,
      picture: null,
      note: null,
      playback: null,
      plot: null,
      exhibit: null,
      meaning: null,
      missing: [],
    };
    expect(await details(1)).toEqual({ serial: serials[0], model: 'mifare', ...empty });
    const wanted = {
      name: '  The lion ',
      colour: '#FF8800',
      picture: 'C.MP3',
      note: 'Feed\r\ndaily\n',
      playback: { on_removal: 'continue', on_again: 'single', repeat: 'all', remember: false, volume: 40 },
      plot: { paper: 'a5', pens: 'one', pause: 300 },
      exhibit: {
        texts: [
          { language: 'en', title: ' The lion ', text: 'It\r\nsleeps.' },
          { language: 'de', title: 'Der Löwe' },
        ],
        pictures: ['B.mp3', 'a.mp3', 'b.mp3'],
        seconds: 5,
      },
      meaning: { kind: 'playlist', files: ['b.mp3', 'a.mp3'], shuffled: true },
    };
    const kept = {
      ...wanted,
      name: 'The lion',
      colour: '#ff8800',
      picture: 'c.mp3',
      note: 'Feed\ndaily',
      exhibit: {
        texts: [{ language: 'en', title: 'The lion', text: 'It\nsleeps.' }, wanted.exhibit.texts[1]],
        pictures: ['b.mp3', 'a.mp3'],
        seconds: 5,
      },
    };
    const answer = await change(1, wanted);
    expect(await answer.json()).toMatchObject({
      links: { self: '/api/v1/tag-details/1' },
      data: { id: 1, type: 'tag-details', attributes: { ...kept, missing: [] } },
    });
    await events.expectEvent('tag.details', { id: 1, name: 'The lion' });
    await events.expectEvent('tag.changed', { id: 1, filename: 'b.mp3' });

    // Omitted members stay unchanged; null removes a member.
    await change(1, { note: null });
    await change(2, { playback: { volume: 10 } });
    await change(2, { playback: {}, exhibit: { texts: [] } });
    await change(2, { meaning: { kind: 'action', action: 'sleep' } });
    await change(3, { meaning: { kind: 'link', url: 'HTTPS://example.org/ä?lion' } });
    await station.stop();
    const later = await stationWithTags(station.folder);
    const list = (await (await later.station.get('/api/v1/tag-details')).json()) as {
      data: { id: number; attributes: TagDetails }[];
    };
    expect(list.data.map(({ id, attributes }) => [id, attributes])).toMatchObject([
      [1, { ...kept, note: null }],
      [2, { ...empty, meaning: { kind: 'action', action: 'sleep', minutes: 30 } }],
      [3, { ...empty, meaning: { kind: 'link', url: 'https://example.org/%C3%A4?lion' } }],
    ]);
    expect(await later.filename(1)).toBe('b.mp3');
    expect(await later.filename(2)).toBe(null);
  });

  it('follow the interface document: binding replaces all files, unbinding clears every meaning', async () => {
    const { station, change, details, filename } = await stationWithTags();
    const bind = (filename: string | null) =>
      station.send('PATCH', '/api/v1/tags/1', { data: { id: 1, type: 'tag', attributes: { filename } } });
    for (const meaning of [
      playlist('a.mp3', 'b.mp3'),
      { kind: 'action', action: 'back', seconds: 10 },
      { kind: 'link', url: 'http://x.example/' },
    ]) {
      await change(1, { name: 'One', meaning });
      await bind('c.mp3');
      expect(await details(1)).toMatchObject({ name: 'One', meaning: playlist('c.mp3') });
      await change(1, { meaning });
      await bind(null);
      expect(await details(1)).toMatchObject({ name: 'One', meaning: null });
      await change(1, { meaning });
      await change(1, { meaning: null });
      expect([(await details(1)).meaning, await filename(1)]).toEqual([null, null]);
    }
  });

  it('lose deleted files, and keep those that return with their card', async () => {
    const { station, change, details, filename } = await stationWithTags();
    await change(1, { meaning: playlist('a.mp3', 'b.mp3', 'c.mp3'), picture: 'a.mp3' });
    await change(2, { exhibit: { pictures: ['c.mp3', 'a.mp3'] } });
    const [there, away] = [join(station.cardDir, 'a.mp3'), join(station.folder, 'a.mp3')];
    const events = await followEvents(station);
    await rename(there, away);
    expect(await details(1)).toMatchObject({
      meaning: playlist('a.mp3', 'b.mp3', 'c.mp3'),
      missing: ['a.mp3'],
      picture: null,
    });
    expect(await filename(1)).toBe('b.mp3');
    await events.expectEvent('tag.details', { id: 1, missing: ['a.mp3'] });
    await events.expectEvent('tag.details', { id: 2, exhibit: { pictures: ['c.mp3'] } });
    // A list can be edited without losing its missing files.
    expect((await change(1, { meaning: playlist('c.mp3', 'a.mp3') })).status).toBe(200);
    await rename(away, there);
    expect(await details(1)).toMatchObject({
      meaning: playlist('c.mp3', 'a.mp3'),
      missing: [],
      picture: 'a.mp3',
    });
    expect(await details(2)).toMatchObject({ exhibit: { pictures: ['c.mp3', 'a.mp3'] } });
    const files = await listFiles(station);
    for (const name of ['c.mp3', 'a.mp3'])
      await station.get(`/api/v1/files/${files[name]?.id}`, { method: 'DELETE' });
    expect(await details(1)).toMatchObject({ meaning: null, missing: [], picture: null });
  });

  const at = '/data/attributes';
  const refused: [string, object, string, string][] = [
    ['an unknown member', { size: 1 }, 'invalid-request', `${at}/size`],
    ['an empty name', { name: ' ' }, 'invalid-request', `${at}/name`],
    ['a long name', { name: 'x'.repeat(101) }, 'invalid-request', `${at}/name`],
    ['a name of two lines', { name: 'a\nb' }, 'invalid-request', `${at}/name`],
    ['a long note', { note: '🦁'.repeat(2_001) }, 'invalid-request', `${at}/note`],
    ['a note with control characters', { note: 'a\u0007' }, 'invalid-request', `${at}/note`],
    ['an unknown setting', { playback: { grace: 1 } }, 'invalid-request', `${at}/playback`],
    ['too high a volume', { playback: { volume: 101 } }, 'invalid-request', `${at}/playback`],
    [
      'seconds for a stop',
      { meaning: { kind: 'action', action: 'stop', seconds: 5 } },
      'invalid-request',
      `${at}/meaning/seconds`,
    ],
    [
      'a language twice',
      {
        exhibit: {
          texts: [
            { language: 'de', title: 'a' },
            { language: 'de', title: 'b' },
          ],
        },
      },
      'invalid-request',
      `${at}/exhibit/texts`,
    ],
    ['no language', { exhibit: { texts: [{ language: 'Deutsch' }] } }, 'invalid-request', `${at}/exhibit`],
    [
      'a title of two lines',
      { exhibit: { texts: [{ language: 'de', title: 'a\nb' }] } },
      'invalid-request',
      `${at}/exhibit/texts/0/title`,
    ],
    [
      'a slide that is not there',
      { exhibit: { pictures: ['a.mp3', 'd.png'] } },
      'file-not-on-card',
      `${at}/exhibit/pictures/1`,
    ],
    [
      'the language of a stop',
      { meaning: { kind: 'action', action: 'stop', language: 'de' } },
      'invalid-request',
      `${at}/meaning/language`,
    ],
    ['another colour', { colour: 'red' }, 'invalid-request', `${at}/colour`],
    ['a picture that is not there', { picture: 'd.png' }, 'file-not-on-card', `${at}/picture`],
    [
      'a file that is not there',
      { meaning: playlist('a.mp3', 'd') },
      'file-not-on-card',
      `${at}/meaning/files/1`,
    ],
    ['a file twice', { meaning: playlist('a.mp3', 'A.MP3') }, 'invalid-request', `${at}/meaning/files/1`],
    ['no file', { meaning: playlist() }, 'invalid-request', `${at}/meaning`],
    ['too many files', { meaning: playlist(...Array(1001).fill('a')) }, 'invalid-request', `${at}/meaning`],
    ['another kind', { meaning: { kind: 'dance' } }, 'invalid-request', `${at}/meaning`],
    ['another action', { meaning: { kind: 'action', action: 'dance' } }, 'invalid-request', `${at}/meaning`],
    [
      'minutes of a pause',
      { meaning: { kind: 'action', action: 'stop', minutes: 5 } },
      'invalid-request',
      `${at}/meaning/minutes`,
    ],
    [
      'a script',
      { meaning: { kind: 'link', url: 'javascript:alert(1)//' } },
      'invalid-request',
      `${at}/meaning`,
    ],
    [
      'half an address',
      { meaning: { kind: 'link', url: 'http://[/lion' } },
      'invalid-request',
      `${at}/meaning/url`,
    ],
  ];
  it('reject invalid input without a change', async () => {
    const { change, details } = await stationWithTags();
    await change(1, { name: 'One', meaning: playlist('a.mp3') });
    const before = await details(1);
    for (const [what, attributes, code, pointer] of refused) {
      const [status, said, where] = await refusal(await change(1, { note: 'new', ...attributes }));
      expect([status, said], what).toEqual([422, code]);
      expect(where, what).toMatch(new RegExp(`^${pointer}`));
    }
    expect(await details(1)).toEqual(before);
  });

  it('accept a thousand long names, and reject unknown tags and wrong ids', async () => {
    const { station, change } = await stationWithTags();
    const names = Array.from({ length: 1_000 }, (_, at) => `${at}${'x'.repeat(240)}.mp3`);
    expect(await refusal(await change(1, { meaning: playlist(...names) }))).toEqual([
      422,
      'file-not-on-card',
      '/data/attributes/meaning/files/0',
    ]);
    expect((await change(9, { name: 'x' })).status).toBe(404);
    expect((await station.get('/api/v1/tag-details/9')).status).toBe(404);
    const other = { data: { id: 2, type: 'tag-details', attributes: {} } };
    expect((await station.send('PATCH', '/api/v1/tag-details/1', other)).status).toBe(409);
  });
});

describe('a tag on a station', () => {
  it('can be removed and added again', async () => {
    const { station, change } = await stationWithTags();
    const events = await followEvents(station);
    await change(2, { name: 'Two', meaning: playlist('a.mp3') });
    expect((await station.get('/api/v1/tags/2', { method: 'DELETE' })).status).toBe(204);
    expect((await station.get('/api/v1/tags/2', { method: 'DELETE' })).status).toBe(404);
    await events.expectEvent('tag.removed', { id: 2, serial: serials[1] });
    expect((await listTags(station)).map(({ id }) => id)).toEqual([1, 3]);
    expect(await addTag(station, serials[1] ?? '')).toBe(4);
  });

  it('can be replaced when lost, and its replacement gets everything', async () => {
    const { station, change, details, replace, filename } = await stationWithTags();
    const events = await followEvents(station);
    const exhibit = { texts: [{ language: 'de', title: 'Eins' }], pictures: ['c.mp3'] };
    await change(1, { name: 'One', colour: '#000000', exhibit, meaning: playlist('b.mp3', 'a.mp3') });
    await change(3, { name: 'Three' });
    const { serial, model, ...belongings } = await details(1);
    expect(await refusal(await replace({ lost: 1, replacement: 3 }))).toEqual([
      409,
      'tag-in-use',
      '/data/attributes/replacement',
    ]);
    expect((await replace({ lost: 1, replacement: 1 })).status).toBe(422);
    expect((await replace({ lost: 1, replacement: 9 })).status).toBe(404);
    expect((await replace({ lost: 9, replacement: 1 })).status).toBe(404);
    expect((await replace({ lost: 1, replacement: 2 })).status).toBe(200);
    expect(await details(2)).toEqual({ serial: serials[1], model, ...belongings });
    expect([await filename(1), await filename(2)]).toEqual([undefined, 'b.mp3']);
    await events.expectEvent('tag.removed', { id: 1 });
    await events.expectEvent('tag.details', { id: 2, name: 'One' });
    expect((await replace({ lost: 2, replacement: 3, overwrite: true })).status).toBe(200);
    expect(await details(3)).toEqual({ serial: serials[2], model, ...belongings });
  });
});

it('long lists of tags are sent completely, in pieces', async () => {
  const folder = await temporaryFolder();
  const { database, close } = openDatabase({ folder: join(folder, 'data'), owner: 'station', migrations });
  database.exec(`INSERT INTO files VALUES (7, x'612e6d7033', 'a.mp3', 1, '1', NULL, 0, NULL);
    INSERT INTO tags (serial, model) VALUES ('${serials[0]}', 'mifare'), ('${serials[1]}', 'mifare');
    INSERT INTO tag_files VALUES (1, 0, 7);`);
  const add = database.prepare("INSERT INTO tags (serial, model) VALUES (?, 'mifare')");
  for (let at = 3; at <= 401; at++) add.run(`0x${String(at).padStart(8, '0')}`);
  const table = new TagDetailsTable(database);
  expect(table.after(0, 2).map(({ id, meaning }) => [id, meaning])).toEqual([
    [1, playlist('a.mp3')],
    [2, null],
  ]);
  close();
  const { station, details } = await stationWithTags(folder);
  expect(await details(1)).toMatchObject({ meaning: playlist('a.mp3'), missing: ['a.mp3'] });
  const { data } = (await (await station.get('/api/v1/tag-details')).json()) as { data: { id: number }[] };
  expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 401 }, (_, at) => at + 1));
});
