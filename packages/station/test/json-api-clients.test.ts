import { createRequire } from 'node:module';
import Jsona from 'jsona';
import Kitsu from 'kitsu';
import { describe, expect, it } from 'vitest';
import { addTag, startTestStation } from './support/test-station.ts';

// `devour-client` has no types.
const JsonApi = createRequire(import.meta.url)('devour-client');
const serial = '0x04A2245A6B2C80';
const file = { filename: 'story.txt', size: 4 };
const tag = { model: 'mifare', serial, filename: 'story.txt' };

/** Starts a station with one file bound to a tag. */
async function startFilled(): Promise<string> {
  const station = await startTestStation();
  await station.upload('story.txt', 'Once');
  const id = await addTag(station, serial);
  const data = { id, type: 'tag', attributes: { filename: 'story.txt' } };
  expect((await station.send('PATCH', `/api/v1/tags/${id}`, { data })).status).toBe(200);
  return `${station.url}/api/v1`;
}

describe('common JSON:API clients list resources and follow relationships', () => {
  it('kitsu', async () => {
    const api = new Kitsu({ baseURL: await startFilled(), camelCaseTypes: false, pluralize: false });
    const { data: listed } = await api.get('tags');
    expect(listed).toEqual([{ id: 1, type: 'tag' }]);
    expect(await api.get(`tags/${listed[0].id}`)).toMatchObject({ data: { id: 1, ...tag } });
    const { data: card } = await api.get('sdcard');
    expect(await api.get(`files/${card.files[0].id}`)).toMatchObject({ data: { id: 1, ...file } });
  });

  it('devour', async () => {
    const api = new JsonApi({ apiUrl: await startFilled() });
    api.define('tag', { model: '', serial: '', filename: '' });
    api.define('file', { filename: '', size: 0 });
    const { data: listed } = await api.findAll('tag');
    expect((await api.find('tag', listed[0].id)).data).toMatchObject({ id: 1, ...tag });
    expect((await api.find('file', 1)).data).toMatchObject({ id: 1, ...file });
  });

  it('jsona', async () => {
    const url = await startFilled();
    const read = async (path: string) => new Jsona().deserialize(await (await fetch(url + path)).json());
    const listed = (await read('/tags')) as { id: number }[];
    expect(await read(`/tags/${listed[0]?.id}`)).toMatchObject({ id: 1, type: 'tag', ...tag });
    expect(await read('/files/1')).toMatchObject({ id: 1, type: 'file', ...file });
  });
});
