import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { at, details, playing, playingStation } from './player/playing-station.ts';
import { shortSound } from './player/sounds.ts';
import {
  addTag,
  type CardDocument,
  listFiles,
  listTags,
  startTestStation,
  type TestStation,
} from './support/test-station.ts';

async function put(station: TestStation, name: string, content: string | Buffer = 'x') {
  const path = join(station.cardDir, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

async function all(station: TestStation) {
  const document = (await (await station.get('/api/v1/sdcard?folders=1')).json()) as CardDocument;
  return Object.fromEntries(document.included.map(({ id, attributes }) => [attributes.filename, id]));
}
const names = async (station: TestStation) => Object.keys(await all(station)).sort();

const send = (station: TestStation, folder: string, filename: string) =>
  station.send('POST', '/api/v1/files?folders=1', {
    data: { type: 'file', filename: `${folder}/${filename}`, encoded: 'eA==' },
  });

const bind = (station: TestStation, id: number, folder: string) =>
  details(station, id, { meaning: { kind: 'album', folder, shuffled: false } });

describe('files in folders', () => {
  it('are listed only on request, in a list that follows additions, moves and removals', async () => {
    const station = await startTestStation();
    await put(station, 'song.mp3');
    await put(station, 'Stories/1.mp3');
    await put(station, 'Stories/Winter/Été.mp3');
    await put(station, 'a/b/c/3.mp3');
    await put(station, 'a/b/c/d/too deep.mp3');
    await put(station, 'System Volume Information/WPSettings.dat');
    await put(station, '.Trashes/old.mp3');
    await put(station, 'Stories/.DS_Store');
    await put(station, 'kitchen/collection.json');
    await put(station, 'kitchen/files/000001');
    await symlink(station.cardDir, join(station.cardDir, 'loop'));
    const found = ['Stories/1.mp3', 'Stories/Winter/Été.mp3', 'a/b/c/3.mp3', 'song.mp3'];
    expect(await names(station)).toEqual(found);
    expect(Object.keys(await listFiles(station))).toEqual(['song.mp3']);
    const before = await all(station);

    await put(station, 'Stories/2.mp3');
    await put(station, 'New/1.mp3');
    expect(await names(station)).toEqual(['New/1.mp3', 'Stories/1.mp3', 'Stories/2.mp3', ...found.slice(1)]);
    await put(station, 'New/2.mp3');
    await rm(join(station.cardDir, 'Stories'), { recursive: true });
    await rename(join(station.cardDir, 'a'), join(station.cardDir, 'A z'));
    expect(await names(station)).toEqual(['A z/b/c/3.mp3', 'New/1.mp3', 'New/2.mp3', 'song.mp3']);
    await put(station, 'A z/b/c/4.mp3');
    await put(station, 'later/files/000001');
    await put(station, 'later/collection.json');
    expect(await names(station)).toEqual([
      'A z/b/c/3.mp3',
      'A z/b/c/4.mp3',
      'New/1.mp3',
      'New/2.mp3',
      'song.mp3',
    ]);
    expect((await all(station))['song.mp3']).toBe(before['song.mp3']);
  });

  it('keep up with folders that move away and with others that take their place', async () => {
    const station = await startTestStation();
    await put(station, 'a/b/1.mp3');
    await put(station, 'New/1.mp3');
    expect(await names(station)).toEqual(['New/1.mp3', 'a/b/1.mp3']);
    await rename(join(station.cardDir, 'New'), join(station.folder, 'elsewhere'));
    expect(await names(station)).toEqual(['a/b/1.mp3']);
    await rename(join(station.cardDir, 'a'), join(station.cardDir, '.hidden'));
    await put(station, 'a/b/2.mp3');
    expect(await names(station)).toEqual(['a/b/2.mp3']);
    await put(station, 'a/b/3.mp3');
    expect(await names(station)).toEqual(['a/b/2.mp3', 'a/b/3.mp3']);
  });

  it('are uploaded, bound, moved and deleted by their path on the card, such as `Stories/1.mp3`', async () => {
    const station = await startTestStation();
    const answer = await send(station, 'Stories/Winter', '1.mp3');
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: number; attributes: { filename: string } } };
    expect(data.attributes.filename).toBe('Stories/Winter/1.mp3');
    // Folder names are case-insensitive, as on FAT.
    expect((await send(station, 'stories/WINTER', '2.mp3')).status).toBe(201);
    expect(await names(station)).toEqual(['Stories/Winter/1.mp3', 'Stories/Winter/2.mp3']);
    expect((await send(station, 'STORIES/winter', '1.MP3')).headers.get('error-code')).toBe('name-taken');
    expect((await send(station, 'Stories', 'Collection.json')).headers.get('error-code')).toBe(
      'invalid-name',
    );
    for (const folder of ['..', 'a//b', '.git', 'a/b/c/d', 'lost+found', 'a:b'])
      expect((await send(station, folder, '1.mp3')).headers.get('error-code'), folder).toBe('invalid-name');
    expect((await station.upload('Stories/1.mp3', 'x')).status).toBe(422);
    await station.upload('file', 'x');
    expect((await send(station, 'file', '1.mp3')).headers.get('error-code')).toBe('name-taken');

    const tag = await addTag(station, '0x04A2245A6B2C80');
    const filename = 'stories/winter/1.mp3';
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: tag, type: 'tag', attributes: { filename } },
    });
    const bound = async () => (await listTags(station))[0]?.attributes.filename;
    expect(await bound()).toBe('Stories/Winter/1.mp3');
    const replaced = await station.replace(data.id, 'Stories/Winter/1.mp3', 'longer');
    expect(replaced.status).toBe(200);
    const path = `/api/v1/files/${data.id}`;
    const move = (name: string) =>
      station.send('PATCH', path, { data: { id: data.id, type: 'file', attributes: { filename: name } } });
    expect((await move('Best/one.mp3')).status).toBe(200);
    expect(await bound()).toBe('Best/one.mp3');
    expect((await move('one.mp3')).status).toBe(200);
    expect(existsSync(join(station.cardDir, 'Best'))).toBe(false);
    expect((await all(station))['one.mp3']).toBe(data.id);
    const second = (await all(station))['Stories/Winter/2.mp3'];
    expect((await station.get(`/api/v1/files/${second}`, { method: 'DELETE' })).status).toBe(204);
    expect(existsSync(join(station.cardDir, 'Stories'))).toBe(false);
    expect(await names(station)).toEqual(['file', 'one.mp3']);
  });
});

describe('an album', () => {
  it('plays its folder in natural order, includes new files, and keeps its position', async () => {
    const { station, put: tap, take, report, becomes, command, clock } = await playingStation();
    for (const name of ['10.wav', '2.wav', 'Disc 2/1.wav']) await put(station, `Album/${name}`, shortSound());
    for (const name of ['3.jpg', '10.vtt', 'cover.jpg', 'Thumbs.db']) await put(station, `Album/${name}`);
    expect((await bind(station, 1, 'Nothing')).headers.get('error-code')).toBe('file-not-on-card');
    expect(await (await bind(station, 1, 'ALBUM')).json()).toMatchObject({
      data: { attributes: { meaning: { kind: 'album', folder: 'Album' }, missing: [] } },
    });
    expect((await listTags(station))[0]?.attributes.filename).toBe('Album/2.wav');
    await tap('lion');
    await becomes(playing('Album/2.wav', at(1)));
    await report(60, 'ended');
    await becomes(playing('Album/10.wav', at(2)));
    await report(20);
    await take();
    await clock.advance(1_000);
    // A different tag in between, and a new file in the folder of the album.
    await tap('bear');
    await becomes(playing('bear.wav'));
    await put(station, 'Album/1.wav', shortSound());
    expect((await listTags(station))[0]?.attributes.filename).toBe('Album/1.wav');
    await tap('lion');
    await becomes({ file: { filename: 'Album/10.wav' }, playlist: { position: 3, count: 4 } });
    await command('next');
    await becomes({ file: { filename: 'Album/Disc 2/1.wav' } });
    await rm(join(station.cardDir, 'Album'), { recursive: true });
    expect((await listTags(station))[0]?.attributes.filename).toBeNull();
    await take();
    await clock.advance(1_000);
    await tap('lion');
    await becomes({ problem: { cause: { code: 'tag-file-missing', filename: 'Album' } } });
  });
});
