import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { makeWav } from '../../../src/player/make-wav.ts';
import { askMpv, mpv, silentMpv } from '../../player/mpv-rig.ts';
import { serials } from '../../player/playing-station.ts';
import { endless, loopback, startServer } from '../../player/radio.ts';
import { startTestStation } from '../../support/test-station.ts';

/** A WAV header with the maximum length, for an endless sound. */
const head = makeWav([]).subarray(0, 44);
head.writeUInt32LE(0xffff_ffff, 4);
head.writeUInt32LE(0xffff_ffff, 40);

it.skipIf(!mpv.run)(
  'mpv plays an endless stream of a station with a token, resumes it live, and reports its end',
  { timeout: 60_000 },
  async () => {
    const socket = silentMpv(await temporaryFolder());
    let requests = 0;
    let isGone = false;
    const radio = await startServer((_, response) => {
      requests++;
      if (isGone) {
        response.writeHead(410).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'audio/wav' }).write(head);
      endless(response, Buffer.alloc(16_384));
    });
    const token = 'a,b=%"c';
    const station = await startTestStation({
      env: { STATION_PLAYER: 'mpv', STATION_TOKEN: token },
      internet: loopback,
    });
    const headers = { authorization: `Bearer ${token}` };
    const send = (method: string, path: string, data: object) =>
      station.send(method, path, path.startsWith('/sim') ? data : { data }, headers);
    const state = async () =>
      ((await (await station.get('/api/v1/player', { headers })).json()) as { data: { attributes: object } })
        .data.attributes as { position: number };
    const type = 'tag-details';
    await send('POST', '/api/v1/tag-details', {
      type,
      attributes: { serial: serials.lion, model: 'mifare' },
    });
    const meaning = { kind: 'stream', url: `${radio.url}/radio` };
    await send('PATCH', '/api/v1/tag-details/1', { id: 1, type, attributes: { meaning } });
    expect(requests).toBe(0);
    await send('PUT', '/simulator/reader', { serial: serials.lion });
    const becomes = (expected: object) => expect.poll(state, { timeout: 20_000 }).toMatchObject(expected);
    await becomes({ status: 'playing', problem: null, stream: { title: '127.0.0.1' } });
    await expect.poll(async () => (await state()).position, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(await askMpv(socket, 'time-pos')).toBeGreaterThan(0);
    // The duration is unknown, although mpv reports the buffered time as the duration.
    expect(await state()).toMatchObject({ duration: null });
    // The buffer is limited, although the server sends as fast as it can.
    expect(await askMpv(socket, 'demuxer-cache-state')).toMatchObject({ 'total-bytes': expect.any(Number) });
    const { 'total-bytes': cached } = (await askMpv(socket, 'demuxer-cache-state')) as {
      'total-bytes': number;
    };
    expect(cached).toBeLessThan(12 * 1024 * 1024);

    const command = (name: string) =>
      send('POST', '/api/v1/player/commands', { type: 'player-command', attributes: { command: name } });
    await command('stop');
    await becomes({ status: 'stopped' });
    const before = requests;
    await command('play');
    await becomes({ status: 'playing' });
    await expect.poll(() => askMpv(socket, 'time-pos'), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(requests).toBe(before + 1);

    await command('stop');
    isGone = true;
    await command('play');
    await becomes({ status: 'stopped', problem: { cause: { code: 'stream-refused', status: 410 } } });
  },
);
