import { link, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@stationery/core';
import { expect, it } from 'vitest';
import { FileChangeNotes } from '../src/store/file-change-notes.ts';
import { migrations } from '../src/store/schema.ts';
import { followEvents } from './support/event-stream.ts';
import { addTag, listFiles, listTags, startTestStation } from './support/test-station.ts';

async function stationWithFile(folder?: string) {
  const station = await startTestStation(folder === undefined ? {} : { folder });
  if (folder === undefined) {
    await station.upload('a.mp3', 'song', { media_type: 'audio/mpeg' });
    await station.upload('b.mp3', 'other');
    await addTag(station, '0x00112233');
    const data = { id: 1, type: 'tag', attributes: { filename: 'a.mp3' } };
    await station.send('PATCH', '/api/v1/tags/1', { data });
  }
  return {
    station,
    rename: (id: number, filename: unknown, bodyId: unknown = id) =>
      station.send('PATCH', `/api/v1/files/${id}`, {
        data: { id: bodyId, type: 'file', attributes: { filename } },
      }),
    bound: async () => (await listTags(station))[0]?.attributes.filename,
  };
}

it('a renamed file keeps its id, content and tags', async () => {
  const { station, rename, bound } = await stationWithFile();
  const events = await followEvents(station);
  const answer = await rename(1, 'Löwe & Co.mp3', '1');
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      links: { self: '/api/v1/files/1' },
      data: { id: 1, type: 'file', attributes: { filename: 'Löwe & Co.mp3', size: 4 } },
    },
  ]);
  await events.expectEvent('file.changed', { id: 1, filename: 'Löwe & Co.mp3' });
  await events.expectEvent('tag.changed', { filename: 'Löwe & Co.mp3' });
  // Rename to a different case of the same name, then to that same name again.
  for (const name of ['LÖWE & co.mp3', 'LÖWE & co.mp3']) expect((await rename(1, name)).status).toBe(200);
  expect(await bound()).toBe('LÖWE & co.mp3');
  expect(Object.keys(await listFiles(station)).sort()).toEqual(['LÖWE & co.mp3', 'b.mp3']);
  const content = await station.get('/api/v1/files/1/content');
  expect([await content.text(), content.headers.get('content-type')]).toEqual(['song', 'audio/mpeg']);
  await station.stop();
  const later = await stationWithFile(station.folder);
  expect([await later.bound(), (await listFiles(later.station))['LÖWE & co.mp3']?.id]).toEqual([
    'LÖWE & co.mp3',
    1,
  ]);
});

it('a name that is taken or invalid is rejected, and nothing changes', async () => {
  const { station, rename } = await stationWithFile();
  await writeFile(join(station.cardDir, '.hidden'), '');
  const pointer = '/data/attributes/filename';
  for (const [id, name, status, code, at] of [
    [1, 'B.mp3', 409, 'name-taken', pointer],
    [1, 'a/b/c/d/e', 422, 'invalid-name', pointer],
    [1, '../b', 422, 'invalid-name', pointer],
    [1, '.hidden', 422, 'invalid-name', pointer],
    [1, 5, 422, 'invalid-request', pointer],
    [9, 'c.mp3', 404, 'unknown-file', undefined],
  ] as const) {
    const answer = await rename(id, name);
    const { errors } = (await answer.json()) as { errors: { source?: { pointer: string } }[] };
    expect([answer.status, answer.headers.get('error-code'), errors[0]?.source?.pointer]).toEqual([
      status,
      code,
      at,
    ]);
  }
  expect((await rename(1, 'c.mp3', 2)).status).toBe(409);
  expect(Object.keys(await listFiles(station))).toEqual(['a.mp3', 'b.mp3']);
});

it.each([
  ['before anything was done', async () => undefined, 'a.mp3'],
  ['when the file had both names', (from: string, to: string) => link(from, to), 'new.mp3'],
  ['when the file had its new name', (from: string, to: string) => rename(from, to), 'new.mp3'],
  ['when the new name was an empty file', (_: string, to: string) => writeFile(to, ''), 'a.mp3'],
])('a file that is renamed keeps one name and its tag after a crash %s', async (_, crash, expected) => {
  const { station } = await stationWithFile();
  const { folder } = station;
  await station.stop();
  const { database, close } = openDatabase({ folder: join(folder, 'data'), owner: 'station', migrations });
  new FileChangeNotes(database).add({
    id: 1,
    from: Buffer.from('a.mp3'),
    via: undefined,
    to: Buffer.from('new.mp3'),
    sizeBytes: 4,
  });
  close();
  await crash(join(folder, 'card/a.mp3'), join(folder, 'card/new.mp3'));
  const later = await stationWithFile(folder);
  expect(await later.bound()).toBe(expected);
  expect(Object.entries(await listFiles(later.station)).map(([name, { id }]) => [name, id])).toEqual([
    [expected, 1],
    ['b.mp3', 2],
  ]);
});
