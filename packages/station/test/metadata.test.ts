import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { StationEvent } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { makeWav } from '../src/player/make-wav.ts';
import { eventLog } from './support/event-log.ts';
import { taggedMp3 as mp3, pictureFrame as picture, textFrame as text } from './support/tagged-mp3.ts';
import { listFiles, startTestStation, type TestStation } from './support/test-station.ts';

type Metadata = Extract<StationEvent, { name: 'metadata' }>['data']['files'][number];

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

async function read(station: TestStation) {
  const answer = await station.get('/api/v1/metadata');
  const { data, meta } = (await answer.json()) as {
    data: { id: number; attributes: Omit<Metadata, 'id'> }[];
    meta: { unread: number };
  };
  return { unread: meta.unread, files: new Map(data.map(({ id, attributes }) => [id, attributes])) };
}

describe('titles and covers', () => {
  it('are read once from the files and follow changes', async () => {
    const station = await startTestStation();
    await station.upload(
      'song.mp3',
      mp3({ TIT2: text('A\u0007 Song'), TPE1: text('Ana'), APIC: picture(png) }),
    );
    await station.upload('tone.wav', makeWav([{ hz: 440, durationMs: 250, loudness: 0.1 }]));
    await station.upload('notes.txt', 'no music');
    const ids = await listFiles(station);
    const [song, tone] = [ids['song.mp3']?.id ?? 0, ids['tone.wav']?.id ?? 0];
    const events = await eventLog(station.url);
    // Nothing is read before the first request.
    expect(await read(station)).toEqual({ unread: 2, files: new Map() });
    await expect.poll(() => events.of('metadata').flatMap(({ files }) => files).length).toBe(2);
    const { unread, files } = await read(station);
    expect(unread).toBe(0);
    const cover = files.get(song)?.cover ?? '';
    expect([...files]).toEqual([
      [song, { title: 'A Song', artist: 'Ana', album: null, duration: null, cover: expect.any(String) }],
      [tone, { title: null, artist: null, album: null, duration: 0.25, cover: null }],
    ]);
    const image = await station.get(cover);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(png);
    const missing = await station.get(`/api/v1/files/${tone}/cover`);
    expect([missing.status, missing.headers.get('error-code')]).toEqual([404, 'no-cover']);
    expect((await station.get('/api/v1/files/99/metadata')).status).toBe(404);

    // A new version of the file is read again, under a different URL.
    await station.replace(song, 'song.mp3', mp3({ TIT2: text('Another'), APIC: picture(png) }));
    await expect.poll(async () => (await read(station)).files.get(song)?.title).toBe('Another');
    expect((await read(station)).files.get(song)?.cover).not.toBe(cover);
    const one = await station.get(`/api/v1/files/${song}/metadata`);
    expect(await one.json()).toMatchObject({ data: { id: song, attributes: { title: 'Another' } } });

    // The metadata is stored across a restart.
    await station.stop();
    const again = await startTestStation({ folder: station.folder });
    expect((await read(again)).files.get(song)?.title).toBe('Another');
  });

  it('of hostile files are read in limited time, and invalid pictures are ignored', async () => {
    const station = await startTestStation();
    const put = (name: string, content: Buffer) => writeFileSync(join(station.cardDir, name), content);
    const huge = mp3({ TIT2: text('x') });
    // Write a size larger than the file.
    huge.writeUInt32BE(0x7f7f7f7f, 6);
    put('huge.mp3', huge);
    put('script.mp3', mp3({ APIC: picture(Buffer.from('<svg onload="alert(1)">'), 'image/svg+xml') }));
    put('long.mp3', mp3({ TIT2: text('é'.repeat(5000)) }));
    const atom = Buffer.from('00000020667479704d344120000000004d344120000000000000000000000000', 'hex');
    put('atoms.m4a', Buffer.concat([atom, Buffer.from('0000000166747970ffffffffffffffff6d6f6f76', 'hex')]));
    put(
      'zero.m4a',
      Buffer.concat([atom, ...Array<Buffer>(2000).fill(Buffer.from('000000086d6f6f76', 'hex'))]),
    );
    put('nothing.flac', Buffer.alloc(0));
    for (const ending of ['mp3', 'flac', 'ogg', 'm4a', 'wav', 'mkv', 'wma', 'aiff', 'ape', 'dsf'])
      put(`noise.${ending}`, randomBytes(20_000));
    await utimes(join(station.cardDir, 'huge.mp3'), 1, 1);
    const ids = await listFiles(station);
    await expect.poll(async () => (await read(station)).unread, { timeout: 60_000 }).toBe(0);
    const { files } = await read(station);
    expect(files.get(ids['script.mp3']?.id ?? 0)?.cover ?? null).toBe(null);
    expect(files.get(ids['long.mp3']?.id ?? 0)?.title).toHaveLength(200);
    expect(files.get(ids['nothing.flac']?.id ?? 0)).toBe(undefined);
  });
});
