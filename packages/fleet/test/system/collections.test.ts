import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JetStreamApiError } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { fileChunkBytes, fleetBuckets } from '@stationery/contract/fleet';
import { AppError, silentLogger, systemClock } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestStation, type TestStation } from '../../../station/test/support/test-station.ts';
import { CollectionFollower } from '../../src/agent/collection-follower.ts';
import { startStationAgent } from '../../src/agent/index.ts';
import type { StationPort } from '../../src/agent/station-port.ts';
import { createLayout } from '../../src/board/index.ts';
import {
  Broker,
  deleteVersion,
  followersOf,
  listVersions,
  type PublishedFile,
  publishCollection,
  readPublished,
  rollOut,
  stopRollOut,
  tooSmall,
} from '../../src/collections/index.ts';
import { testCollection } from '../support/collection.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { natsServer, startServer, type TestServer } from '../support/nats-server.ts';

const collection = 'museum';
const [fox, owl, bear] = ['0xAABBCC01', '0xAABBCC02', '0xAABBCC03'] as [string, string, string];
const waiting = { timeout: 20_000, interval: 20 };

async function operator(server: TestServer): Promise<Broker> {
  const stopping = new AbortController();
  const retry = { clock: systemClock, log: silentLogger, signal: stopping.signal };
  const broker = new Broker({ server: server.server, isTls: false }, 'operator', retry);
  onTestFinished(async () => {
    stopping.abort();
    await broker.close();
  });
  await broker.first();
  await createLayout(broker);
  return broker;
}

function follow(station: { access: StationPort }, server: string, deviceId: string): () => Promise<void> {
  const agent = startStationAgent({
    config: { server, isTls: false, name: 'Hall', tags: [], collection },
    deviceId,
    station: station.access,
    version: '0.0.0',
    heartbeatMs: 100,
    clock: systemClock,
    log: silentLogger,
  });
  onTestFinished(() => agent.stop());
  return () => agent.stop();
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

const listed = async ({ cardDir }: TestStation) =>
  (await readdir(cardDir)).filter((name) => !name.startsWith('.')).sort();
const hidden = async ({ cardDir }: TestStation) =>
  (await readdir(cardDir)).filter((name) => name.startsWith('.stationery-collection'));

async function tagsOf(station: TestStation): Promise<Record<string, string[] | null>> {
  const { data } = (await (await station.get('/api/v1/tag-details')).json()) as {
    data: { attributes: { serial: string; meaning: { files?: string[] } | null } }[];
  };
  return Object.fromEntries(
    data.map(({ attributes: { serial, meaning } }) => [serial, meaning?.files ?? null]),
  );
}

describe.skipIf(!natsServer.run)('collections of a fleet', () => {
  test('a download is reported once a second, not with each chunk', async () => {
    const broker = await operator(await startServer());
    const small = testCollection({ 'a.mp3': 'a' });
    await publishCollection(broker.current, { collection, ...small });
    await rollOut(broker.current, { collection, version: 1, stage: 'all' });
    const clock = new ManualClock();
    const told: number[] = [];
    let isDone = false;
    const follower = new CollectionFollower({
      collection,
      deviceId: 'station-a',
      broker,
      port: {
        version: undefined,
        prepare: async () => ({ contents: [{ sha256: 'a', size: 1_000, storedBytes: 0 }] }),
        async receive(_content, _source, onBytes = () => {}) {
          for (let at = 0; at < 500; at++) onBytes(1);
          await clock.advance(1_000);
          for (let at = 0; at < 500; at++) onBytes(1);
        },
        async switchOver() {
          isDone = true;
        },
      },
      onChange: () => told.push(follower.state.progress),
      clock,
      log: silentLogger,
    });
    onTestFinished(() => follower.close());
    follower.check();
    await expect.poll(() => isDone, waiting).toBe(true);
    await expect.poll(() => told).toEqual([0, 0, 0.5, 1]);
  });

  test('a failed download is retried after increasing delays, whatever happens to the card', async () => {
    const broker = await operator(await startServer());
    await publishCollection(broker.current, { collection, ...testCollection({ 'a.mp3': 'a' }) });
    await rollOut(broker.current, { collection, version: 1, stage: 'all' });
    const clock = new ManualClock();
    let downloads = 0;
    let isRefused = true;
    const follower = new CollectionFollower({
      collection,
      deviceId: 'station-a',
      broker,
      port: {
        version: undefined,
        prepare: async () => {
          if (isRefused) throw new AppError('card-full', 'The card is full.');
          return { contents: [{ sha256: 'a', size: 1, storedBytes: 0 }] };
        },
        async receive() {
          downloads += 1;
          throw new AppError('invalid-request', 'A file of the collection is damaged.');
        },
        switchOver: async () => undefined,
      },
      onChange: () => undefined,
      clock,
      log: silentLogger,
    });
    onTestFinished(() => follower.close());
    follower.check();
    await expect
      .poll(() => follower.state, waiting)
      .toMatchObject({
        state: 'failed',
        why: { cause: { code: 'collection-refused', error: 'card-full', message: 'The card is full.' } },
      });
    // A version refused before its download is retried at once when there is more space.
    isRefused = false;
    follower.cardChanged();
    await expect.poll(() => downloads, waiting).toBe(1);
    const settled = async () => {
      follower.check();
      await follower.settled();
    };
    await settled();
    for (const [pauseMs, expected] of [
      [59_000, 1],
      [1_000, 2],
      [119_000, 2],
      [1_000, 3],
    ] as const) {
      await clock.advance(pauseMs);
      // The download itself changes the free space of the card.
      follower.cardChanged();
      await settled();
      expect(downloads).toBe(expected);
    }
  });

  test('publishing again repairs lost and damaged chunks, and sends nothing else', async () => {
    const { current } = await operator(await startServer());
    const file = randomBytes(3 * fileChunkBytes + 5);
    const made = testCollection({ 'large.mp3': file });
    const sha256 = made.files[0]!.sha256;
    await publishCollection(current, { collection, ...made });
    const files = await new Kvm(current.js).open(fleetBuckets.files);
    await files.purge(`${sha256}.0`);
    await files.put(`${sha256}.2`, randomBytes(fileChunkBytes));
    const { sentBytes } = await publishCollection(current, { collection, ...made });
    expect(sentBytes).toBe(2 * fileChunkBytes);
    const { content } = await readPublished(current, collection, 1);
    const pieces = await collect(content(made.files[0]!));
    expect(file.equals(Buffer.concat(pieces))).toBe(true);
    expect((await publishCollection(current, { collection, ...made })).sentBytes).toBe(0);
  });

  test('old versions that no station follows are deleted, with files that no other version uses', async () => {
    const server = await startServer();
    const { current } = await operator(server);
    const publish = (name: string) =>
      publishCollection(current, { collection, ...testCollection({ 'a.mp3': 'same', 'b.mp3': name }) });
    await publish('1');
    await rollOut(current, { collection, version: 1, stage: 'all' });
    for (const name of ['2', '3', '4', '5', '6', '7']) await publish(name);
    // The newest five versions stay, and so does the version that was rolled out.
    expect(await listVersions(current, collection)).toEqual([1, 3, 4, 5, 6, 7]);
    const { streams } = await current.manager();
    const chunks = async () => (await streams.info(`KV_${fleetBuckets.files}`)).state.messages;
    // Each version has a list and a file of its own; one more file is shared.
    expect(await chunks()).toBe(6 * 2 + 1);
    await expect(deleteVersion(current, collection, 1)).rejects.toThrow(
      'Stations carry version 1 or are to get it',
    );
    await expect(deleteVersion(current, collection, 7)).rejects.toThrow('The newest version');
    await expect(deleteVersion(current, collection, 2)).rejects.toThrow('has no version 2');
    await deleteVersion(current, collection, 3);
    expect(await listVersions(current, collection)).toEqual([1, 4, 5, 6, 7]);
    expect(await chunks()).toBe(5 * 2 + 1);
    const { content, list } = await readPublished(current, collection, 4);
    for (const each of JSON.parse(list).files) await collect(content(each));
  });

  test('a version being published keeps shared files while another version is deleted', async () => {
    const { current } = await operator(await startServer());
    const publish = (made: ReturnType<typeof testCollection>) =>
      publishCollection(current, { collection, ...made });
    await publish(testCollection({ 'a.mp3': 'same' }));
    await publish(testCollection({ 'b.mp3': 'other' }));
    const made = testCollection({ 'a.mp3': 'same', 'c.mp3': 'new' });
    const [same, added] = made.files as [PublishedFile, PublishedFile];
    let deletions = 0;
    const duringDeletion: PublishedFile = {
      ...added,
      async *pieces(from) {
        if (deletions++ === 0) await deleteVersion(current, collection, 1);
        yield* added.pieces(from);
      },
    };
    const { version } = await publish({ ...made, files: [same, duringDeletion] });
    const { content } = await readPublished(current, collection, version);
    expect(Buffer.concat(await collect(content(same))).toString()).toBe('same');
  });

  test('a publication that runs out of space does not delete files of a concurrent publication', async () => {
    const { current } = await operator(await startServer());
    const made = testCollection({ 'a.mp3': 'same', 'c.mp3': 'new' });
    const [same, added] = made.files as [PublishedFile, PublishedFile];
    const withoutRoom: PublishedFile = {
      ...added,
      // biome-ignore lint/correctness/useYield: It fails first.
      async *pieces() {
        await publishCollection(current, { collection, ...testCollection({ 'a.mp3': 'same' }) });
        throw new JetStreamApiError({ code: 503, err_code: 10_047, description: 'insufficient resources' });
      },
    };
    const refused = publishCollection(current, { collection, ...made, files: [same, withoutRoom] });
    await expect(refused).rejects.toMatchObject({ code: 'disk-full' });
    const { content } = await readPublished(current, collection, 1);
    expect(Buffer.concat(await collect(content(same))).toString()).toBe('same');
  });

  test('a station switches between versions and keeps files that are not in the collection', async () => {
    const server = await startServer();
    const broker = await operator(server);
    const { current } = broker;
    const station = await startTestStation();
    await station.upload('local.mp3', 'mine');
    const first = testCollection(
      { 'a.mp3': 'a1', 'b.mp3': 'b1', 'same.mp3': 'a1', 'empty.mp3': '' },
      [
        { serial: fox, name: 'Fox', files: ['a.mp3', 'b.mp3'] },
        { serial: owl, name: 'Owl', files: ['b.mp3'] },
      ],
      { grace: 2 },
    );
    expect((await publishCollection(current, { collection, ...first })).version).toBe(1);
    await rollOut(current, { collection, version: 1, stage: 'all' });
    const rolledBack = {
      fw_version: '9.0.0',
      result: 'rolled-back' as const,
      reason: 'It did not start.',
      cause: { code: 'slot-failed' as const, slot: 'b' },
    };
    const access: StationPort = {
      ...station.access,
      snapshot() {
        const now = station.access.snapshot();
        return { ...now, firmware: { ...now.firmware, last_update: rolledBack } };
      },
    };
    follow({ access }, server.server, 'station-a');
    const carried = () => station.access.collection.version?.version;
    await expect.poll(carried, waiting).toBe(1);
    expect(await listed(station)).toEqual(['a.mp3', 'b.mp3', 'empty.mp3', 'local.mp3', 'same.mp3']);
    expect(await tagsOf(station)).toEqual({ [fox]: ['a.mp3', 'b.mp3'], [owl]: ['b.mp3'] });
    const said = await (await new Kvm(current.js).open(fleetBuckets.devices)).get('station-a');
    expect(said?.json()).toMatchObject({
      name: 'Hall',
      station: {
        taps: { days: [], tags: [] },
        failedUpdate: {
          version: '9.0.0',
          reason: 'It did not start.',
          cause: { code: 'slot-failed', slot: 'b' },
        },
      },
    });

    // Exceeds the server's space, which must be freed afterwards, because devices need it.
    const { streams } = await current.manager();
    const files = `KV_${fleetBuckets.files}`;
    const before = (await streams.info(files)).state.bytes;
    await streams.update(files, { max_bytes: before + 2 * fileChunkBytes });
    const large = testCollection({ 'x.mp3': 'x', 'large.mp3': randomBytes(3 * fileChunkBytes) });
    await expect(publishCollection(current, { collection, ...large })).rejects.toMatchObject({
      code: 'disk-full',
    });
    expect((await streams.info(files)).state.bytes).toBe(before);
    await streams.update(files, { max_bytes: -1 });

    // A tag that is changed at the station becomes local, and so does the tag's file.
    const { data } = (await (await station.get('/api/v1/tag-details')).json()) as {
      data: { id: number; attributes: { serial: string } }[];
    };
    const owlId = data.find(({ attributes }) => attributes.serial === owl)?.id;
    const attributes = { meaning: { kind: 'playlist', files: ['local.mp3', 'same.mp3'], shuffled: false } };
    const changed = await station.send('PATCH', `/api/v1/tag-details/${owlId}`, {
      data: { id: owlId, type: 'tag-details', attributes },
    });
    expect(changed.status).toBeLessThan(300);

    const second = testCollection({ 'a.mp3': 'a2', 'renamed.mp3': 'b1', 'c.mp3': 'c' }, [
      { serial: fox, name: 'Fox', files: ['c.mp3', 'a.mp3'] },
      { serial: owl, name: 'Owl', files: ['c.mp3'] },
      { serial: bear, name: 'Bear', files: ['renamed.mp3'] },
    ]);
    const { sentBytes } = await publishCollection(current, { collection, ...second });
    expect(sentBytes).toBe(3);
    await rollOut(current, { collection, version: 2, stage: 'all' });
    await expect.poll(carried, waiting).toBe(2);
    expect(await listed(station)).toEqual(['a.mp3', 'c.mp3', 'local.mp3', 'renamed.mp3', 'same.mp3']);
    expect(await readFile(join(station.cardDir, 'a.mp3'), 'utf8')).toBe('a2');
    expect(await tagsOf(station)).toEqual({
      [fox]: ['c.mp3', 'a.mp3'],
      [owl]: ['local.mp3', 'same.mp3'],
      [bear]: ['renamed.mp3'],
    });
    expect(await hidden(station)).toEqual([]);

    // Roll back to the first version. The tag of the second version is gone.
    await rollOut(current, { collection, version: 1, stage: 'all' });
    await expect.poll(carried, waiting).toBe(1);
    expect(await readFile(join(station.cardDir, 'a.mp3'), 'utf8')).toBe('a1');
    expect(await tagsOf(station)).toEqual({ [fox]: ['a.mp3', 'b.mp3'], [owl]: ['local.mp3', 'same.mp3'] });

    // Local files are never replaced.
    const third = testCollection({ 'local.mp3': 'not mine' });
    await publishCollection(current, { collection, ...third });
    await rollOut(current, { collection, version: 3, stage: 'all', force: true });
    const reported = async () => (await followersOf(current, collection))[0]?.collection;
    await expect.poll(async () => (await reported())?.state, waiting).toBe('failed');
    expect((await reported())?.why).toMatchObject({
      reason: expect.stringContaining('local.mp3'),
      cause: { code: 'collection-conflict', count: 1, filenames: ['local.mp3'] },
    });
    expect(carried()).toBe(1);
    expect(await readFile(join(station.cardDir, 'local.mp3'), 'utf8')).toBe('mine');

    // An unexpected error is reported without internal details.
    const broken: StationPort['collection'] = {
      version: undefined,
      prepare: async () => ({ contents: [] }),
      receive: async () => {},
      switchOver: () => Promise.reject(new TypeError('private member')),
    };
    follow({ access: { ...station.access, collection: broken } }, server.server, 'station-broken');
    const ofBroken = async () =>
      (await followersOf(current, collection)).find(({ id }) => id === 'station-broken')?.collection;
    await expect.poll(async () => (await ofBroken())?.state, waiting).toBe('failed');
    expect((await ofBroken())?.why).toEqual({
      reason:
        'The station could not switch to the new version of its collection. See the log of the station. It tries again automatically.',
      cause: { code: 'collection-not-switched' },
    });
  });

  test('a resumed download repeats at most one chunk, and catches up after an absence', async () => {
    const server = await startServer();
    const { current } = await operator(server);
    const proxy = await startCuttingProxy(server.port);
    const station = await startTestStation();
    const film = randomBytes(6_000_000);
    await publishCollection(current, { collection, ...testCollection({ 'film.mp4': film }) });
    await rollOut(current, { collection, version: 1, stage: 'all' });
    const cut = proxy.cutAfter(2_500_000);
    const leave = follow(station, proxy.server, 'station-a');
    await cut;
    proxy.open();
    await expect.poll(() => station.access.collection.version?.version, waiting).toBe(1);
    // Only the interrupted chunk was received twice; the rest is protocol overhead.
    expect(proxy.received() - film.length).toBeLessThan(fileChunkBytes + 64 * 1024);
    expect(film.equals(await readFile(join(station.cardDir, 'film.mp4')))).toBe(true);

    await leave();
    const next = testCollection({ 'film.mp4': film, 'new.mp3': 'new' });
    await publishCollection(current, { collection, ...next });
    await rollOut(current, { collection, version: 2, stage: 'all' });
    const sofar = proxy.received();
    follow(station, proxy.server, 'station-a');
    await expect.poll(() => station.access.collection.version?.version, waiting).toBe(2);
    expect(proxy.received() - sofar).toBeLessThan(100_000);
  });

  test('tags with too many files are refused before the download', async () => {
    const station = await startTestStation();
    // All files have the same content.
    const files = Array.from({ length: 1000 }, (_, at) => `${at}.mp3`);
    const contents = Object.fromEntries(files.map((name) => [name, 'a1']));
    const tags = (count: number) =>
      Array.from({ length: count }, (_, at) => ({
        serial: `0xAA${(at + 1).toString(16).padStart(6, '0').toUpperCase()}`,
        name: `Tag ${at}`,
        files,
      }));
    const prepare = (count: number) =>
      station.access.collection.prepare(collection, 1, testCollection(contents, tags(count)).list);
    await expect(prepare(101)).rejects.toThrow('all tags together would have 101000 files');
    expect((await prepare(100)).contents).toHaveLength(1);
  });

  test('a roll-out goes to one station, a tenth or all, can be stopped, and names cards that are too small', async () => {
    const server = await startServer();
    const { current } = await operator(server);
    const stations: TestStation[] = [];
    for (let at = 0; at < 11; at++) {
      const station = await startTestStation();
      stations.push(station);
      follow(station, server.server, `station-${String(at).padStart(2, '0')}`);
    }
    await expect.poll(async () => (await followersOf(current, collection)).length, waiting).toBe(11);
    const version = await publishCollection(current, { collection, ...testCollection({ 'a.mp3': 'a1' }) });
    const followers = await followersOf(current, collection);
    expect(tooSmall(followers, { ...version, bytes: Number.MAX_SAFE_INTEGER })).toHaveLength(11);
    expect(tooSmall(followers, version)).toEqual([]);

    const carrying = (wanted: number) =>
      stations.filter(({ access }) => access.collection.version?.version === wanted).length;
    const complete = async () =>
      (await followersOf(current, collection)).filter(({ collection: { state } }) => state === 'complete')
        .length;
    await rollOut(current, { collection, version: 1, stage: 'one', first: 'station-07' });
    await expect.poll(complete, waiting).toBe(1);
    expect(stations[7]?.access.collection.version?.version).toBe(1);
    await rollOut(current, { collection, version: 1, stage: 'tenth' });
    await expect.poll(complete, waiting).toBe(2);
    await rollOut(current, { collection, version: 1, stage: 'all' });
    await expect.poll(complete, waiting).toBe(11);

    await publishCollection(current, { collection, ...testCollection({ 'a.mp3': 'a2' }) });
    await writeFile(join(stations[3]?.cardDir ?? '', 'a.mp3'), 'changed by a person');
    await rollOut(current, { collection, version: 2, stage: 'one', first: 'station-03' });
    const failed = async () =>
      (await followersOf(current, collection)).find(({ id }) => id === 'station-03')?.collection.state;
    await expect.poll(failed, waiting).toBe('failed');
    await expect(rollOut(current, { collection, version: 2, stage: 'all' })).rejects.toThrow(/a\.mp3/);
    expect((await stopRollOut(current, collection)).isStopped).toBe(true);
    expect(carrying(2)).toBe(0);
    // Repeating the stage resumes it.
    expect(await rollOut(current, { collection, version: 2, stage: 'one' })).toMatchObject({
      isStopped: false,
      stations: ['station-03'],
    });
    await expect(rollOut(current, { collection, version: 9, stage: 'all' })).rejects.toThrow(/no version 9/);
  });
});
