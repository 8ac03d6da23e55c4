import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startTestStation, type TestStation } from './support/test-station.ts';

const path = '/api/v1/firmware';

function form(fields: [string, string | Blob][]): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}
const image = new Blob(['no firmware at all']);
const send = (station: TestStation, body: FormData) => station.get(path, { method: 'PATCH', body });

/** An update that stays under way until it is ended or given up. */
function beginUpdate(station: TestStation) {
  const sent = request(`${station.url}${path}`, {
    method: 'PATCH',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  const status = new Promise<number | undefined>((resolve) => {
    sent.on('response', (answer) => resolve(answer.resume().statusCode));
    sent.on('error', () => resolve(undefined));
  });
  sent.write('--x\r\ncontent-disposition: form-data; name="update"; filename="f.bin"\r\n\r\nbegun');
  return {
    status,
    finish: () => sent.end('\r\n--x--\r\n'),
    endTooEarly: () => sent.end(),
    hangUp: () => sent.destroy(),
  };
}

describe('PATCH /firmware', () => {
  it('answers a failed update with 500 and exactly one error of exactly these members', async () => {
    const station = await startTestStation();
    const answer = await send(station, form([['update', image]]));
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({
      errors: [
        {
          type: 'error',
          id: 500,
          title: 'Unable to update firmware',
          status: 500,
          detail: expect.stringMatching(/./),
        },
      ],
    });
  });

  it('takes an empty file for a failed update too', async () => {
    const station = await startTestStation();
    const answer = await send(station, form([['update', new Blob([])]]));
    expect(await answer.json()).toMatchObject({ errors: [{ id: 500, title: 'Unable to update firmware' }] });
  });

  it.each<[string, [string, string | Blob][]]>([
    ['no field at all', []],
    ['another field', [['firmware', image]]],
    ['a field that is no file', [['update', 'text']]],
    [
      'the field twice',
      [
        ['update', image],
        ['update', image],
      ],
    ],
  ])('answers 400 to %s', async (_, fields) => {
    const station = await startTestStation();
    const answer = await send(station, form(fields));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errors: [{ id: 400, detail: expect.stringContaining('update') }],
    });
  });

  it('ignores other fields', async () => {
    const station = await startTestStation();
    expect(
      (
        await send(
          station,
          form([
            ['note', 'x'],
            ['other', image],
            ['update', image],
          ]),
        )
      ).status,
    ).toBe(500);
  });

  it.each([
    ['application/octet-stream', 415],
    ['application/json', 415],
    ['application/vnd.api+json', 415],
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=x', 400],
  ])('answers a body of the type %s with %i', async (type, status) => {
    const station = await startTestStation();
    expect((await station.send('PATCH', path, 'abc', { 'content-type': type })).status).toBe(status);
  });

  it('answers 400 to no body, and 415 to one without a type', async () => {
    const station = await startTestStation();
    expect((await station.get(path, { method: 'PATCH' })).status).toBe(400);
    const body = new Blob(['abc']);
    expect((await station.get(path, { method: 'PATCH', body })).status).toBe(415);
  });

  it('answers 409 to a second update while one runs, and takes the next one after it', async () => {
    const station = await startTestStation();
    const first = beginUpdate(station);
    await expect.poll(async () => (await send(station, form([['update', image]]))).status).toBe(409);
    first.finish();
    expect(await first.status).toBe(500);
    expect((await send(station, form([['update', image]]))).status).toBe(500);
  });

  it('is not kept busy by a client that hangs up', async () => {
    const station = await startTestStation();
    const first = beginUpdate(station);
    await expect.poll(async () => (await send(station, form([['update', image]]))).status).toBe(409);
    first.hangUp();
    await expect.poll(async () => (await send(station, form([['update', image]]))).status).toBe(500);
  });

  it('answers 400 to a body that ends too early, and takes the next one after it', async () => {
    const station = await startTestStation();
    const first = beginUpdate(station);
    await expect.poll(async () => (await send(station, form([['update', image]]))).status).toBe(409);
    first.endTooEarly();
    expect(await first.status).toBe(400);
    await expect.poll(async () => (await send(station, form([['update', image]]))).status).toBe(500);
  });
});
