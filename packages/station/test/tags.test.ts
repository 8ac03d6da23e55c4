import { shared } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { addTag, listTags, startTestStation, type TestStationOptions } from './support/test-station.ts';

const serial = '0x04A2245A6B2C80';

/** Starts a station with the files a.txt and b.txt and two tags, the first bound to a.txt. */
async function stationWithTags(options: TestStationOptions = {}) {
  const station = await startTestStation(options);
  await station.upload('a.txt', 'a');
  await station.upload('b.txt', 'b');
  await addTag(station, serial);
  await addTag(station, '0x00112233');
  const patch = (id: unknown, data: unknown) => station.send('PATCH', `/api/v1/tags/${id}`, { data });
  await patch(1, { id: '1', type: 'tag', attributes: { filename: 'a.txt' } });
  return { station, patch };
}

describe('GET /tags', () => {
  it('returns empty lists if there are no tags', async () => {
    const station = await startTestStation();
    expect(await (await station.get('/api/v1/tags')).json()).toEqual({
      links: { self: '/api/v1/tags' },
      data: [],
      included: [],
    });
  });

  it('lists tags in order of id with their bindings', async () => {
    const { station } = await stationWithTags();
    expect(await (await station.get('/api/v1/tags')).json()).toEqual({
      links: { self: '/api/v1/tags' },
      data: [
        { id: 1, type: 'tag' },
        { id: 2, type: 'tag' },
      ],
      included: [
        { id: 1, type: 'tag', attributes: { model: 'mifare', serial, filename: 'a.txt' } },
        { id: 2, type: 'tag', attributes: { model: 'mifare', serial: '0x00112233', filename: null } },
      ],
    });
  });

  it.each([
    [0x00, 'mifare'],
    [0x20, 'mifare'],
    [0x08, 'mifare_classic'],
    [0x18, 'mifare_classic'],
    [0x28, 'mifare_classic'],
  ])('derives the model from bit 0x08 of SAK: %i is %s', async (sak, model) => {
    const station = await startTestStation();
    station.reader.put({ uid: Buffer.from('04A2245A6B2C80', 'hex'), sak });
    await station.get('/api/v1/scanner/tags?timeout=0');
    expect((await listTags(station))[0]?.attributes.model).toBe(model);
  });

  it.each(['00000001', '04a2245a6b2c80', '00112233445566778899'])(
    'formats the UID %s in upper case with every byte',
    async (uid) => {
      const station = await startTestStation();
      station.reader.put({ uid: Buffer.from(uid, 'hex'), sak: 0 });
      await station.get('/api/v1/scanner/tags?timeout=0');
      expect((await listTags(station))[0]?.attributes.serial).toBe(`0x${uid.toUpperCase()}`);
    },
  );
});

describe('PATCH /tags/{id}', () => {
  const own = { model: 'mifare', serial };
  it.each<[string, unknown, object, string | null]>([
    ['a string id', '1', { filename: 'b.txt' }, 'b.txt'],
    ['an integer id', 1, { filename: 'b.txt' }, 'b.txt'],
    ['the file that is bound already', 1, { filename: 'a.txt' }, 'a.txt'],
    ['another spelling of the name', 1, { filename: 'B.TXT' }, 'b.txt'],
    ['null, which unbinds', 1, { filename: null }, null],
    ['its own other attributes, ignored', 1, { ...own, filename: 'b.txt' }, 'b.txt'],
  ])('accepts %s', async (_, id, attributes, filename) => {
    const { station, patch } = await stationWithTags();
    const answer = await patch(1, { id, type: 'tag', attributes });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      links: { self: '/api/v1/tags/1' },
      data: { id: 1, type: 'tag', attributes: { model: 'mifare', serial, filename } },
    });
    expect((await listTags(station))[0]?.attributes.filename).toBe(filename);
  });

  const sharedStation = shared((whenOver) => stationWithTags({ whenOver }));
  const at = '/data/attributes';
  it.each<[string, unknown, unknown, number, string | undefined]>([
    [
      'another id in the body',
      1,
      { id: '2', type: 'tag', attributes: { filename: 'b.txt' } },
      409,
      '/data/id',
    ],
    [
      'an id that only looks equal',
      1,
      { id: '01', type: 'tag', attributes: { filename: 'b.txt' } },
      409,
      '/data/id',
    ],
    ['another type', 1, { id: '1', type: 'file', attributes: { filename: 'b.txt' } }, 409, '/data/type'],
    ['no id', 1, { type: 'tag', attributes: { filename: 'b.txt' } }, 422, '/data/id'],
    ['no type', 1, { id: 1, attributes: { filename: 'b.txt' } }, 422, '/data/type'],
    ['no attributes', 1, { id: 1, type: 'tag' }, 422, at],
    ['no filename', 1, { id: 1, type: 'tag', attributes: {} }, 422, `${at}/filename`],
    [
      'a filename that is a number',
      1,
      { id: 1, type: 'tag', attributes: { filename: 5 } },
      422,
      `${at}/filename`,
    ],
    [
      'a name that is not on the card',
      1,
      { id: 1, type: 'tag', attributes: { filename: 'c' } },
      422,
      `${at}/filename`,
    ],
    ['an empty name', 1, { id: 1, type: 'tag', attributes: { filename: '' } }, 422, `${at}/filename`],
    [
      'another model',
      1,
      { id: 1, type: 'tag', attributes: { filename: 'b.txt', model: 'x' } },
      403,
      `${at}/model`,
    ],
    [
      'another serial',
      1,
      { id: 1, type: 'tag', attributes: { filename: 'b.txt', serial: '0x00' } },
      403,
      `${at}/serial`,
    ],
    [
      'an unknown attribute',
      1,
      { id: 1, type: 'tag', attributes: { filename: 'b.txt', 'a/b': 1 } },
      403,
      `${at}/a~1b`,
    ],
    ['an unknown tag', 3, { id: 3, type: 'tag', attributes: { filename: 'b.txt' } }, 404, undefined],
    ['an invalid id', 'abc', { id: 'abc', type: 'tag', attributes: { filename: 'b.txt' } }, 404, undefined],
    ['no data', 1, undefined, 422, '/data'],
    ['data that is a list', 1, [], 422, '/data'],
  ])('rejects %s without a change', async (_, id, data, status, pointer) => {
    const { station, patch } = await sharedStation();
    const before = await listTags(station);
    const answer = await patch(id, data);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({
      errors: [pointer === undefined ? { status } : { status, source: { pointer } }],
    });
    expect(await listTags(station)).toEqual(before);
  });

  it('keeps bindings across restarts', async () => {
    const { station } = await stationWithTags();
    const before = await listTags(station);
    await station.stop();
    expect(await listTags(await startTestStation({ folder: station.folder }))).toEqual(before);
  });
});
