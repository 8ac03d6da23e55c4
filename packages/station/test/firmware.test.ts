import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { launcher, startTestStation, type TestStation } from './support/test-station.ts';
import { largeBundle, testKey } from './support/tiny-station.ts';

const path = '/api/v1/firmware';
const MiB = 1024 * 1024;

function form(fields: [string, string | Blob][]): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  return body;
}
const image = new Blob(['no firmware at all']);
const send = (station: TestStation, body: FormData) => station.get(path, { method: 'PATCH', body });

/** Starts a station that can be updated, and makes a bundle that it accepts. */
async function startUpdatable(clock?: ManualClock) {
  const folder = await temporaryFolder();
  const { publicFile, privateKey } = testKey(folder);
  const slots = join(folder, 'slots');
  mkdirSync(slots);
  const env = { STATION_FIRMWARE_KEYS: publicFile, STATION_FIRMWARE_SLOTS: slots };
  const station = await startTestStation({
    env,
    folder,
    launcher,
    ...(clock === undefined ? {} : { clock }),
  });
  return { station, bundle: (sizeBytes = 100_000) => largeBundle('9.0.0', sizeBytes, privateKey) };
}

/** Sends the first bytes of an upload and keeps it open until it is ended. */
function beginUpdate(station: TestStation, begun: string | Buffer) {
  const sent = request(`${station.url}${path}`, {
    method: 'PATCH',
    agent: false,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  const answer = new Promise<{ status: number | undefined; body: string }>((resolve) => {
    sent.on('response', async (message) => {
      let body = '';
      for await (const piece of message) body += piece;
      resolve({ status: message.statusCode, body });
    });
    sent.on('error', () => resolve({ status: undefined, body: '' }));
  });
  sent.write(
    Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="update"; filename="f.bin"\r\n\r\n'),
      Buffer.from(begun),
    ]),
  );
  onTestFinished(() => {
    sent.destroy();
  });
  return {
    answer,
    write: (bytes: Buffer) => sent.write(bytes),
    finish: (rest: Buffer | string = '') =>
      sent.end(Buffer.concat([Buffer.from(rest), Buffer.from('\r\n--x--\r\n')])),
    endTooEarly: () => sent.end(),
    hangUp: () => sent.destroy(),
  };
}

/** Like `beginUpdate`, on a connection that the client never closes. */
function sendSlowly(station: TestStation, begun: Buffer) {
  const socket = connect(Number(new URL(station.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const answered = once(socket, 'data').then(([bytes]) => String(bytes));
  socket.write(`PATCH ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n`);
  socket.write('content-type: multipart/form-data; boundary=x\r\n\r\n');
  socket.write('--x\r\ncontent-disposition: form-data; name="update"; filename="f.bin"\r\n\r\n');
  socket.write(begun);
  return { socket, answered };
}

const stateOf = async (station: TestStation) => {
  const document = (await (await station.get(path)).json()) as { data: { attributes: { state: string } } };
  return document.data.attributes.state;
};
const updating = (station: TestStation) => expect.poll(() => stateOf(station)).toBe('updating');
const idle = (station: TestStation) => expect.poll(() => stateOf(station)).toBe('idle');

describe('PATCH /firmware', () => {
  it('returns 500 with exactly one error if an update fails', async () => {
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

  it('treats an empty file as a failed update', async () => {
    const station = await startTestStation();
    const answer = await send(station, form([['update', new Blob([])]]));
    expect(await answer.json()).toMatchObject({ errors: [{ id: 500, title: 'Unable to update firmware' }] });
  });

  it.each<[string, [string, string | Blob][]]>([
    ['no field at all', []],
    ['another field', [['firmware', image]]],
    ['a field that is not a file', [['update', 'text']]],
    [
      'the field twice',
      [
        ['update', image],
        ['update', image],
      ],
    ],
  ])('returns 400 for %s', async (_, fields) => {
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

  it('returns 400 without a body, and 415 without a type', async () => {
    const station = await startTestStation();
    expect((await station.get(path, { method: 'PATCH' })).status).toBe(400);
    const body = new Blob(['abc']);
    expect((await station.get(path, { method: 'PATCH', body })).status).toBe(415);
  });

  it('returns 409 for a second update while one is running or is installed but not yet started', async () => {
    const { station, bundle } = await startUpdatable();
    const whole = bundle();
    const overtaken = beginUpdate(station, 'no');
    const first = beginUpdate(station, whole.subarray(0, 50_000));
    await updating(station);
    expect((await send(station, form([['update', new Blob([new Uint8Array(whole)])]]))).status).toBe(409);
    // Meanwhile even invalid bundles, and uploads that began earlier, are refused. The reported state of the
    // first update stays.
    expect((await send(station, form([['update', image]]))).status).toBe(409);
    overtaken.finish(' bundle at all');
    expect((await overtaken.answer).status).toBe(409);
    expect(await stateOf(station)).toBe('updating');
    first.finish(whole.subarray(50_000));
    expect((await first.answer).status).toBe(200);
    expect((await send(station, form([['update', new Blob([new Uint8Array(whole)])]]))).status).toBe(409);
  });

  it.each(['hangUp', 'endTooEarly'] as const)('stays available after a client ends with %s', async (how) => {
    const { station, bundle } = await startUpdatable();
    const first = beginUpdate(station, bundle().subarray(0, 50_000));
    await updating(station);
    first[how]();
    expect((await first.answer).status).toBe(how === 'hangUp' ? undefined : 400);
    await idle(station);
    const whole = new Blob([new Uint8Array(bundle())]);
    expect((await send(station, form([['update', whole]]))).status).toBe(200);
  });
});

describe('the update lock', () => {
  it('is not taken by a file that is not a bundle, which is rejected during the upload', async () => {
    const { station, bundle } = await startUpdatable();
    const garbage = beginUpdate(station, 'this is not a bundle at all');
    const { status, body } = await garbage.answer;
    expect(status).toBe(500);
    expect(body).toContain('not a firmware bundle');
    expect(await stateOf(station)).toBe('idle');
    const whole = new Blob([new Uint8Array(bundle())]);
    expect((await send(station, form([['update', whole]]))).status).toBe(200);
  });

  it('is not taken by an invalid header, which is answered before disconnecting', async () => {
    const clock = new ManualClock();
    const { station, bundle } = await startUpdatable(clock);
    const forged = bundle();
    forged.writeUInt8(forged.readUInt8(40) ^ 1, 40);
    const others = Array.from({ length: 5 }, () => sendSlowly(station, forged.subarray(0, 5_000)));
    for (const { answered } of others) expect(await answered).toContain('HTTP/1.1 500');
    expect(await stateOf(station)).toBe('idle');
    await clock.advance(2_000);
    const trickleOn = () => others.filter(({ socket }) => !socket.closed && socket.write('x')).length;
    await expect.poll(trickleOn).toBe(0);
    expect((await send(station, form([['update', new Blob([new Uint8Array(bundle())])]]))).status).toBe(200);
  });

  it('is not taken until the header is complete', async () => {
    const { station, bundle } = await startUpdatable();
    const whole = bundle();
    const slow = Array.from({ length: 5 }, (_, index) => beginUpdate(station, whole.subarray(0, index * 40)));
    expect((await send(station, form([['update', new Blob([new Uint8Array(whole)])]]))).status).toBe(200);
    for (const [index, each] of slow.entries()) each.finish(whole.subarray(index * 40));
    for (const each of slow) expect([200, 409]).toContain((await each.answer).status);
  });

  it('is lost by a client that sends less than 256 KiB in 30 s', async () => {
    const clock = new ManualClock();
    const { station, bundle } = await startUpdatable(clock);
    const whole = bundle(4 * MiB);
    const slow = beginUpdate(station, whole.subarray(0, MiB));
    await updating(station);
    for (let round = 1; round <= 3; round++) {
      // The upload is steady but too slow: 1 KiB in ten seconds is enough for a file upload, but not for firmware.
      await expect.poll(() => clock.pending).toBeGreaterThan(0);
      await clock.advance(9_999);
      slow.write(whole.subarray(MiB + round * 1024, MiB + (round + 1) * 1024));
    }
    // Only the time that the station waits for bytes counts. Two seconds after the refusal the connection is
    // closed, whether or not the client has the answer.
    await expect.poll(() => clock.advance(500).then(() => stateOf(station))).toBe('idle');
    expect((await slow.answer).status).toBe(408);
    expect((await send(station, form([['update', new Blob([new Uint8Array(bundle())])]]))).status).toBe(200);
  });

  it('is lost by a client that keeps sending after the file', async () => {
    const { station, bundle } = await startUpdatable();
    const whole = bundle();
    const endless = beginUpdate(station, whole);
    endless.write(Buffer.from('\r\n--x\r\ncontent-disposition: form-data; name="y"; filename="y"\r\n\r\n'));
    for (let sent = 0; sent < 3 * MiB; sent += 64 * 1024) endless.write(Buffer.alloc(64 * 1024));
    expect((await endless.answer).status).toBe(413);
    await idle(station);
  });
});

describe('a truncated multipart body', () => {
  const part = (disposition: string) =>
    `--x\r\nContent-Disposition: form-data${disposition}\r\nContent-Type: application/octet-stream\r\n\r\nAB`;
  it.each([
    ['the field', part('; name="update"; filename="f"')],
    ['another field', part('; name="other"; filename="f"')],
    ['a field without a name', part('; filename="f"')],
    ['a field that is not a file', part('; name="update"').replace('octet-stream', 'x')],
    [
      'the field twice',
      `${part('; name="update"; filename="f"')}\r\n${part('; name="update"; filename="f"')}`,
    ],
    ['only a preamble', 'Content-Disposition: form-data; name="update"'],
  ])('is rejected and blocks nothing if it ends in %s, at any byte', async (_, body) => {
    const station = await startTestStation();
    const whole = `${body}\r\n--x--\r\n`;
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    onTestFinished(() => agent.destroy());
    const refused = async (length: number) => {
      const sent = request(`${station.url}${path}`, {
        agent,
        method: 'PATCH',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      sent.end(whole.slice(0, length));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return answer.statusCode;
    };
    const statuses = await Promise.all(Array.from({ length: whole.length }, (_, length) => refused(length)));
    expect(statuses.filter((status) => status !== 400 && status !== 500)).toEqual([]);
    expect(await stateOf(station)).toBe('idle');
  });
});
