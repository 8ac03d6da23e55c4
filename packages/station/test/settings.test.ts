import { interfaceVersion, packageVersion } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { readStationConfig } from '../src/index.ts';
import { sharedTestStation, startTestStation, type TestStation } from './support/test-station.ts';

const path = '/api/v1/settings';
const rename = (station: TestStation, attributes: unknown, id: unknown = 'nickname') =>
  station.send('PATCH', path, { data: { type: 'setting', id, attributes } });
const read = async (station: TestStation) => (await station.get(path)).json();

describe('GET /settings', () => {
  it('has exactly four members under data', async () => {
    const station = await startTestStation({ env: { STATION_HW_VERSION: '02.00.11' } });
    const answer = await station.get(path);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      data: {
        fw_version: interfaceVersion(packageVersion),
        hw_version: '02.00.11',
        serial: expect.stringMatching(/^[0-9A-F]{12}$/),
        nickname: expect.stringMatching(/./),
      },
    });
  });

  it('reports 00.00.00 for unnamed hardware, and the same serial after a restart', async () => {
    const first = await startTestStation();
    const before = await read(first);
    expect(before).toMatchObject({ data: { hw_version: '00.00.00' } });
    await first.stop();
    expect(await read(await startTestStation({ folder: first.folder }))).toEqual(before);
  });

  it.each([
    ['1.4.0', '01.04.00'],
    ['0.1.0', '00.01.00'],
    ['12.34.56', '12.34.56'],
    ['2.0.1-rc.1', '02.00.01'],
  ])('formats version %s as %s', (version, shown) => {
    expect(interfaceVersion(version)).toBe(shown);
  });

  it.each(['1.2.3', '01.02', '01.02.03.04', 'x'])('rejects the hardware version %j at start', (version) => {
    expect(() => readStationConfig({ args: [], env: { STATION_HW_VERSION: version } })).toThrow(
      /STATION_HW_VERSION/,
    );
  });
});

describe('PATCH /settings', () => {
  /** Shared by rejected requests, which change nothing. */
  const shared = sharedTestStation();

  it.each([
    ['as in the interface document', { nickname: 'Küche' }, 'nickname', 'Küche'],
    ['with any other id', { nickname: 'Bath' }, 'whatever', 'Bath'],
    ['with an integer id', { nickname: 'Bath' }, 7, 'Bath'],
    ['with id 0', { nickname: 'Bath' }, 0, 'Bath'],
    ['by the Setting model', { value: 'Hall' }, 'nickname', 'Hall'],
    ['by both, when they agree', { value: 'Hall', nickname: 'Hall' }, 'nickname', 'Hall'],
    ['trimmed', { nickname: '  Two words \t' }, 'nickname', 'Two words'],
    ['of 64 characters', { nickname: '😀'.repeat(64) }, 'nickname', '😀'.repeat(64)],
    ['of one character', { nickname: 'x' }, 'nickname', 'x'],
  ])('accepts a nickname %s and answers like GET', async (_, attributes, id, nickname) => {
    const station = await startTestStation();
    const { data: before } = (await read(station)) as { data: object };
    const answer = await rename(station, attributes, id);
    expect(answer.status).toBe(200);
    const document = await answer.json();
    expect(document).toEqual({ data: { ...before, nickname } });
    expect(await read(station)).toEqual(document);
  });

  it('keeps the nickname across restarts', async () => {
    const first = await startTestStation();
    await rename(first, { nickname: 'Kitchen' });
    await first.stop();
    const second = await startTestStation({ folder: first.folder });
    expect(await read(second)).toMatchObject({ data: { nickname: 'Kitchen' } });
  });

  const at = '/data/attributes';
  it.each<[string, unknown, unknown, number, string]>([
    ['an empty nickname', { nickname: '' }, 'nickname', 422, `${at}/nickname`],
    ['only spaces', { nickname: '   ' }, 'nickname', 422, `${at}/nickname`],
    ['65 characters', { nickname: 'x'.repeat(65) }, 'nickname', 422, `${at}/nickname`],
    ['a line break', { nickname: 'a\nb' }, 'nickname', 422, `${at}/nickname`],
    ['a NUL', { nickname: 'a\0b' }, 'nickname', 422, `${at}/nickname`],
    ['a C1 control character', { nickname: 'a\u0085b' }, 'nickname', 422, `${at}/nickname`],
    ['a direction mark', { nickname: 'a\u202eb' }, 'nickname', 422, `${at}/nickname`],
    ['half a character', { nickname: 'a\ud800' }, 'nickname', 422, `${at}/nickname`],
    ['a number', { nickname: 5 }, 'nickname', 422, `${at}/nickname`],
    ['null', { nickname: null }, 'nickname', 422, `${at}/nickname`],
    ['an unusable value', { value: '' }, 'nickname', 422, `${at}/value`],
    ['two names at once', { value: 'a', nickname: 'b' }, 'nickname', 422, `${at}/value`],
    ['no attribute', {}, 'nickname', 422, `${at}/nickname`],
    ['no attributes', undefined, 'nickname', 422, at],
    ['attributes that are a list', [], 'nickname', 422, at],
    ['value with another id', { value: 'a' }, 'x', 403, `${at}/value`],
    ['the serial', { serial: '0' }, 'nickname', 403, `${at}/serial`],
    ['the serial beside a nickname', { nickname: 'a', serial: '0' }, 'nickname', 403, `${at}/serial`],
    ['the firmware version', { fw_version: '09.09.09' }, 'nickname', 403, `${at}/fw_version`],
    ['an unknown attribute', { colour: 'red' }, 'nickname', 403, `${at}/colour`],
    ['an attribute with a slash in it', { 'a/b~c': 1 }, 'nickname', 403, `${at}/a~1b~0c`],
    ['an empty id', { nickname: 'a' }, '', 422, '/data/id'],
    ['no id', { nickname: 'a' }, undefined, 422, '/data/id'],
    ['an id that is null', { nickname: 'a' }, null, 422, '/data/id'],
    ['an id that is a fraction', { nickname: 'a' }, 1.5, 422, '/data/id'],
  ])('rejects %s without a change', async (_, attributes, id, status, pointer) => {
    const station = await shared();
    const before = await read(station);
    const answer = await station.send('PATCH', path, {
      data: { type: 'setting', ...(id === undefined ? {} : { id }), attributes },
    });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ errors: [{ status, source: { pointer } }] });
    expect(await read(station)).toEqual(before);
  });

  it('names the rejected attribute', async () => {
    const station = await shared();
    const answer = await rename(station, { hw_version: '01.00.00' });
    expect(await answer.json()).toMatchObject({
      errors: [{ detail: expect.stringContaining('hw_version') }],
    });
  });

  it.each([
    [
      'a different type',
      { type: 'settings', id: 'nickname', attributes: { nickname: 'a' } },
      409,
      '/data/type',
    ],
    ['no type', { id: 'nickname', attributes: { nickname: 'a' } }, 422, '/data/type'],
  ])('rejects %s', async (_, data, status, pointer) => {
    const station = await shared();
    const answer = await station.send('PATCH', path, { data });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ errors: [{ status, source: { pointer } }] });
  });
});
