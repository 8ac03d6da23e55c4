import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JetStreamClient } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import {
  connect,
  headers,
  type NatsConnection,
  nkeyAuthenticator,
  PermissionViolationError,
} from '@nats-io/transport-node';
import { rollOutKey } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchContent } from '../../src/agent/start-plotter-agent.ts';
import { OpenCodes } from '../../src/board/enrolment/enrolment.ts';
import { storeContent } from '../../src/board/fleet.ts';
import { Enrolment } from '../../src/board/index.ts';
import { Broker } from '../../src/broker/connect-broker.ts';
import { publishCollection, readPublished, rollOut } from '../../src/collections/index.ts';
import { readRollOut } from '../../src/collections/read-record.ts';
import { joinProof, keyOfCode } from '../../src/enrolment/code.ts';
import { joinFleet } from '../../src/enrolment/index.ts';
import { makeKeyPair } from '../../src/enrolment/key-pair.ts';
import {
  boardCredentialsFile,
  type FleetCredentials,
  readCredentials,
  readFleetConfig,
  writeCredentials,
} from '../../src/index.ts';
import { testCollection } from '../support/collection.ts';
import { natsServer } from '../support/nats-server.ts';
import { connectAs, startSecureFleet, trusting } from '../support/secure-fleet.ts';
import { drawing, startDevice, timesDrawn } from '../support/test-fleet.ts';

const openArchive = () => Promise.reject(new Error('nothing is published here'));
const parts = { clock: systemClock, log: silentLogger, openArchive };

const stopAtEnd: (() => Promise<void>)[] = [];

const startFleet = () => startSecureFleet((stop) => stopAtEnd.push(stop));

/** Collects the subjects that the server denies. */
function refusalsOf(nats: NatsConnection): string[] {
  const subjects: string[] = [];
  void (async () => {
    for await (const status of nats.status())
      if (status.type === 'error' && status.error instanceof PermissionViolationError)
        subjects.push(status.error.subject);
  })();
  return subjects;
}

/** Returns the number of reports that the board has not read yet. */
async function unread(js: JetStreamClient): Promise<number> {
  const { num_pending, num_ack_pending } = await (await js.consumers.get('FLEET_REPORTS', 'board')).info();
  return num_pending + num_ack_pending;
}

const forbidden = {
  publish: [
    'fleet.reports.two',
    'fleet.ask.two',
    'fleet.orders.two',
    // Only the board may send orders; a device may not even send them to itself.
    'fleet.orders.one',
    '$KV.fleet_devices.two',
    '$KV.fleet_jobs.j1',
    '$KV.fleet_collections.museum.roll-out',
    '$KV.fleet_files.0.0',
    '$O.fleet_drawings.C.x',
    '$JS.ACK.FLEET_ORDERS.device-two.1.1.1.1.0',
    '$JS.API.STREAM.NAMES',
    '$JS.API.STREAM.CREATE.OTHER',
    '$JS.API.STREAM.DELETE.FLEET_ORDERS',
    '$JS.API.STREAM.PURGE.KV_fleet_devices',
    '$JS.API.STREAM.MSG.GET.FLEET_ORDERS',
    '$JS.API.STREAM.MSG.GET.KV_fleet_devices',
    '$JS.API.DIRECT.GET.KV_fleet_jobs',
    '$JS.API.DIRECT.GET.KV_fleet_devices.$KV.fleet_devices.two',
    // Denied because with a forged reply subject, the server would publish the device's own text there.
    '$JS.API.DIRECT.GET.KV_fleet_devices.$KV.fleet_devices.one',
    '$JS.API.CONSUMER.CREATE.FLEET_ORDERS',
    '$JS.API.CONSUMER.CREATE.FLEET_ORDERS.device-one',
    '$JS.API.CONSUMER.DURABLE.CREATE.FLEET_ORDERS.device-one',
    '$JS.API.CONSUMER.CREATE.FLEET_ORDERS.device-one.fleet.orders.one',
    '$JS.API.CONSUMER.CREATE.FLEET_ORDERS.device-two.fleet.orders.two',
    '$JS.API.CONSUMER.CREATE.OBJ_fleet_drawings.x.$O.fleet_drawings.C.x',
    '$JS.API.CONSUMER.MSG.NEXT.FLEET_ORDERS.device-two',
    '$JS.API.CONSUMER.DELETE.FLEET_ORDERS.device-two',
  ],
  subscribe: [
    '>',
    'fleet.>',
    'fleet.orders.two',
    'fleet.reports.*',
    'fleet.ask.*',
    '_INBOX.>',
    '_INBOX_two.>',
    '$KV.fleet_devices.>',
    '$KV.fleet_jobs.>',
    '$JS.API.>',
  ],
};

describe.skipIf(!natsServer.run)(`the credentials of a fleet (${natsServer.label})`, () => {
  let fleet: Awaited<ReturnType<typeof startFleet>>;
  beforeAll(async () => {
    fleet = await startFleet();
  });
  afterAll(async () => {
    for (const stop of stopAtEnd.reverse()) await stop();
  });

  it('let a device do its work, but not publish or read under the names of other devices', async () => {
    const { dataDir, server, operator, joined } = fleet;
    const [one, two] = [await joined('One'), await joined('Two')];
    const url = `tls://localhost:${server.split(':')[1]}`;
    expect(one).toMatchObject({ deviceId: 'one', url });
    // The board stores only public keys.
    const kept = readFileSync(join(dataDir, 'enrolled-devices.json'), 'utf8');
    expect(kept).not.toContain(one.seed);

    const plotter = await startDevice(server, 'one', { credentials: one });
    const [job] = await operator.submit({ job: { commands: JSON.parse(drawing(1000).toString()).commands } });
    const stateOf = async (id: string) => (await operator.job(id)).state;
    await expect.poll(() => stateOf(job!.id)).toEqual({ state: 'done', device: 'one' });
    expect(timesDrawn([plotter], 1000)).toBe(1);
    await plotter.agent.stop();

    // Read a collection as a station does.
    const device = await connectAs(server, two);
    const board = await connectAs(server, readCredentials(boardCredentialsFile(dataDir))!);
    const news = device.nats.subscribe(`$KV.fleet_collections.${rollOutKey('museum')}`, { max: 1 });
    await device.nats.flush();
    await publishCollection(board, { collection: 'museum', ...testCollection({ 'a.mp3': 'sound' }) });
    await rollOut(board, { collection: 'museum', version: 1, stage: 'all' });
    for await (const message of news) expect(message.json()).toMatchObject({ version: 1 });
    expect((await readPublished(device, 'museum', 1)).list).toContain('a.mp3');

    // Store an empty drawing and drawings of several chunks at the same time, and fetch them as a device.
    const large = [3, 0, 5].map((seed) => Buffer.alloc(seed * 100_000, `drawing ${seed}`));
    const stored = await Promise.all(large.map((bytes) => storeContent({ current: board }, bytes)));
    const fetched = stored.map((each) => fetchContent({ current: device }, { kind: 'drawing', ...each }));
    expect((await Promise.all(fetched)).map((bytes) => Buffer.from(bytes))).toEqual(large);
    const gone = fetchContent({ current: device }, { kind: 'drawing', object: '0'.repeat(64), sizeBytes: 1 });
    await expect(gone).rejects.toMatchObject({ code: 'commands-lost' });

    const { nats } = await connectAs(server, one);
    const { publish, subscribe } = forbidden;
    const seen = refusalsOf(nats);
    for (const subject of publish) nats.publish(subject);
    for (const subject of subscribe) nats.subscribe(subject, { callback: () => undefined });
    await nats.flush();
    await expect.poll(() => seen.slice().sort()).toEqual([...publish, ...subscribe].sort());

    // Devices may choose the subject of a reply, but not one of the board's own subjects.
    const [waiting] = await operator.submit({ job: { commands: ['PENUP'] }, isHeld: true });
    const targets = [
      `$KV.fleet_jobs.${waiting!.id}`,
      '$KV.fleet_collections.museum.roll-out',
      'fleet.orders.two',
    ];
    for (const reply of targets) nats.publish('$JS.API.INFO', '', { reply });
    await nats.request('$JS.API.INFO');
    const jobs = await new Kvm(board.js).open('fleet_jobs');
    expect((await jobs.get(waiting!.id))?.json()).toMatchObject({ id: waiting!.id });
    expect(await readRollOut(board.js, 'museum')).toMatchObject({ version: 1 });
    expect(await (await board.manager()).streams.info('FLEET_ORDERS')).toMatchObject({
      state: { messages: 0 },
    });

    // Send a message that would replace all others in the bucket.
    const states = await new Kvm(board.js).open('fleet_devices');
    await states.put('two', 'here');
    const all = headers();
    all.set('Nats-Rollup', 'all');
    const answer = await nats.request('$KV.fleet_devices.one', '{}', { headers: all, timeout: 2_000 });
    expect(answer.json()).toHaveProperty('error');
    expect((await states.get('two'))?.string()).toBe('here');
  });

  it('stop working only for the revoked device, which is disconnected', async () => {
    const { dataDir, server, operator, joined, board } = fleet;
    const [lost, kept] = [await joined('Room 3'), await joined('Room 3')];
    expect([lost.deviceId, kept.deviceId]).toEqual(['room-3', 'room-3-2']);
    const { nats } = await connectAs(server, lost);
    const plotters = [
      await startDevice(server, 'room-3', { credentials: lost }),
      await startDevice(server, 'room-3-2', { credentials: kept }),
    ];
    const ids = async () =>
      (await operator.devices()).flatMap(({ id, isOnline }) => (isOnline ? [id] : [])).sort();
    await expect.poll(ids).toEqual(['room-3', 'room-3-2']);
    const types: string[] = [];
    void (async () => {
      for await (const { type } of nats.status()) types.push(type);
    })();
    await operator.revoke('room-3');
    await expect.poll(() => types).toContain('disconnect');
    const connection = () => plotters[0]!.agent.membership().connection;
    await expect.poll(connection).toEqual({
      state: 'refused',
      why: {
        reason: expect.stringMatching(/credentials of “room-3”: they were revoked.*fleet join --replace/),
        cause: { code: 'credentials-refused', device: 'room-3' },
      },
    });
    expect(plotters[1]!.agent.membership().connection).toEqual({ state: 'connected', why: null });
    expect(await ids()).toEqual(['room-3-2']);
    await expect(
      connect({
        servers: server,
        authenticator: nkeyAuthenticator(Buffer.from(lost.seed)),
        tls: trusting(lost),
      }),
    ).rejects.toThrow(/authorization/i);
    await expect(connect({ servers: server, tls: trusting(lost) })).rejects.toThrow(/authorization/i);
    // Clients without TLS or with a foreign certificate are rejected.
    await expect(connect({ servers: server, tls: null })).rejects.toThrow();
    await expect(connect({ servers: server, tls: {} })).rejects.toThrow(/self-signed/);

    const [job] = await operator.submit({ job: { commands: JSON.parse(drawing(1000).toString()).commands } });
    await expect
      .poll(async () => (await operator.job(job!.id)).state)
      .toEqual({ state: 'done', device: 'room-3-2' });
    expect(timesDrawn(plotters, 1000)).toBe(1);
    const enrolled = (await operator.enrolled()).filter(({ name }) => name === 'Room 3');
    expect(enrolled).toMatchObject([
      { id: 'room-3', revokedAt: expect.any(String) },
      { id: 'room-3-2', revokedAt: null },
    ]);
    await expect(operator.revoke('nobody')).rejects.toMatchObject({ status: 404, code: 'unknown-device' });
    expect(board.fleet.connection.state).toBe('connected');

    // A server that has not reloaded its users still accepts messages of a revoked device; the board ignores
    // them.
    const { nats: behind, js } = await connectAs(server, readCredentials(boardCredentialsFile(dataDir))!);
    const states = await new Kvm(js).open('fleet_devices');
    const state = (await states.get('room-3-2'))!.string();
    for (const id of ['room-3', 'nobody', 'No.body']) await states.put(id, state);
    const about = { protocol: 1, job: job!.id, fence: 1, number: 1 };
    const orders = behind.subscribe('fleet.orders.>', { callback: () => orders.unsubscribe() });
    for (const id of ['room-3', 'nobody'])
      await js.publish(`fleet.reports.${id}`, JSON.stringify({ ...about, report: 'claimed' }));
    const asked = await behind.request('fleet.ask.nobody', JSON.stringify({ ...about, ask: 'resume' }));
    expect(asked.json()).toEqual({
      yes: false,
      why: {
        reason: 'There is no device “nobody” in the fleet.',
        cause: { code: 'unknown-member', device: 'nobody' },
      },
    });
    await expect.poll(() => unread(js)).toBe(0);
    expect(orders.getReceived()).toBe(0);
    expect(await ids()).toEqual(['room-3-2']);
  });

  it('report a device or board with a different version of the protocol', async () => {
    const { dataDir, server, operator, joined } = fleet;
    const [newer, device] = [await joined('Newer'), await joined('Older')];
    const plotter = await startDevice(server, 'older', { credentials: device, tags: ['protocol'] });
    const { nats, js } = await connectAs(server, readCredentials(boardCredentialsFile(dataDir))!);

    // Pretend to be a newer device, whose state looks different.
    const states = await new Kvm(js).open('fleet_devices');
    await states.put(newer.deviceId, JSON.stringify({ protocol: 2, name: 'Newer', version: '9', seat: {} }));
    const [waiting] = await operator.submit({ job: { commands: ['PENUP'] }, class: { device: 'newer' } });
    const jobOf = async () => operator.job(waiting!.id);
    await expect.poll(jobOf).toMatchObject({
      state: { state: 'waiting' },
      whyNot: [
        {
          reason: '“Newer” has version 2 of the protocol, the board version 1: update the board.',
          cause: {
            code: 'plotter-other-protocol',
            device: 'newer',
            name: 'Newer',
            board: 1,
            protocol: 2,
          },
        },
      ],
    });
    const about = { protocol: 2, job: waiting!.id, fence: 1 };
    await js.publish('fleet.reports.newer', JSON.stringify({ ...about, number: 1, report: 'drawn' }));
    const asked = await nats.request('fleet.ask.newer', JSON.stringify({ ...about, ask: 'resume' }));
    expect(asked.json()).toMatchObject({
      yes: false,
      why: { cause: { code: 'other-protocol', board: 1, device: 2 } },
    });
    await expect.poll(() => unread(js)).toBe(0);
    expect(await jobOf()).toMatchObject({ state: { state: 'waiting' } });
    // The report is kept for a board that supports it.
    const parked = await new Kvm(js).open('fleet_parked');
    const keys: string[] = [];
    for await (const key of await parked.keys('newer.*')) keys.push(key);
    expect(keys).toHaveLength(1);
    expect((await parked.get(keys[0]!))?.json()).toMatchObject({ protocol: 2, report: 'drawn' });

    // Pretend to be a newer board, whose orders look different.
    const refusals: unknown[] = [];
    nats.subscribe('fleet.reports.older', { callback: (_, message) => void refusals.push(message.json()) });
    await nats.flush();
    await js.publish('fleet.orders.older', JSON.stringify({ ...about, order: 'draw', with: 'care' }));
    const reason = 'The board has version 2 of the protocol, the device version 1: update the device.';
    await expect.poll(() => refusals[0]).toMatchObject({ job: waiting!.id, report: 'refused', reason });
    // Other orders still arrive.
    const [next] = await operator.submit({
      job: JSON.parse(drawing(77).toString()),
      class: { tags: ['protocol'] },
    });
    await expect
      .poll(async () => (await operator.job(next!.id)).state)
      .toEqual({ state: 'done', device: 'older' });
    expect(timesDrawn([plotter], 77)).toBe(1);
  });

  it('are required: a device without them is told to join', async () => {
    const { server } = fleet;
    const connectionOf = async (isTls: boolean, credentials?: FleetCredentials) => {
      const stopping = new AbortController();
      const broker = new Broker({ server, isTls, credentials }, 'test', {
        ...parts,
        signal: stopping.signal,
      });
      await expect.poll(() => broker.state.state).toBe('refused');
      stopping.abort();
      await broker.close();
      return broker.state.why?.reason;
    };
    expect(await connectionOf(true)).toMatch(/certificate of the NATS server is not known here.*fleet join”/);
    const own = readCredentials(boardCredentialsFile(fleet.dataDir))!;
    const other = { ...own, deviceId: 'one', seed: makeKeyPair().seed };
    expect(await connectionOf(true, other)).toMatch(/refuses the credentials of “one”/);
    const { seed: _, ...board } = own;
    expect(await connectionOf(true, { ...board, seed: makeKeyPair().seed })).toMatch(
      /credentials of the board/,
    );
  });

  it('are neither issued for a wrong or used code, nor accepted from a different board', async () => {
    const { operator, anybody } = fleet;
    await expect(anybody.enroll()).rejects.toMatchObject({ status: 401 });
    const { code } = await operator.enroll();
    const refusal = { status: 403, code: 'code-refused' };
    await expect(joinFleet('2345-6789-ABCD', (request) => anybody.join(request))).rejects.toMatchObject(
      refusal,
    );
    const forged = joinFleet(code, async (request) => ({
      ...(await anybody.join(request)),
      url: 'tls://10.0.0.1:4222',
    }));
    await expect(forged).rejects.toThrow('not from the board');
    const renamed = joinFleet((await operator.enroll({ name: 'Room 3' })).code, async (request) => {
      const answer = await anybody.join(request);
      expect(answer.name).toBe('Room 3');
      return { ...answer, name: 'Room 4' };
    });
    await expect(renamed).rejects.toThrow('not from the board');
    await expect(joinFleet(code, (request) => anybody.join(request))).rejects.toMatchObject(refusal);
    const typed = (await operator.enroll()).code.toLowerCase().replaceAll('-', ' ');
    expect(await joinFleet(typed, (request) => anybody.join(request))).toMatchObject({
      deviceId: 'device-2',
      name: undefined,
    });
    const { publicKey } = makeKeyPair();
    const damaged = {
      publicKey: `${publicKey.slice(0, -1)}${publicKey.endsWith('A') ? 'B' : 'A'}`,
      proof: 'x'.repeat(43),
    };
    await expect(anybody.join(damaged)).rejects.toMatchObject({ status: 400, code: 'invalid-request' });
  });
});

it('codes expire after ten minutes, and all are refused for a minute after ten wrong ones', async () => {
  const clock = new ManualClock();
  const codes = new OpenCodes(clock);
  const { publicKey } = makeKeyPair();
  const use = (code: string) => codes.take(publicKey, joinProof(keyOfCode(code), publicKey)).name;
  const [first, second] = [codes.make('first'), codes.make('second')];
  await clock.advance(10 * 60_000 - 1);
  expect(use(first)).toBe('first');
  await clock.advance(1);
  expect(() => use(second)).toThrow('older than ten minutes');
  const third = codes.make('third');
  for (let wrong = 1; wrong < 10; wrong++) expect(() => use('2222-2222-2222')).toThrow('The code is wrong');
  expect(() => use(third)).toThrow('Too many wrong codes');
  await clock.advance(60_000);
  expect(use(third)).toBe('third');
  for (let more = 0; more < 100; more++) codes.make('more');
  expect(() => codes.make('one too many')).toThrow('There are 100 open codes');
});

it('credentials are readable only by their owner, and damaged ones are reported', async () => {
  const path = join(await temporaryFolder(), 'fleet', 'credentials.json');
  expect(readCredentials(path)).toBeUndefined();
  const credentials = {
    deviceId: 'one',
    name: 'Room 3',
    seed: makeKeyPair().seed,
    url: 'tls://localhost:4222',
    ca: undefined,
  };
  writeCredentials(path, credentials);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readCredentials(path)).toEqual(credentials);
  writeFileSync(path, '{"deviceId":"../one"}');
  expect(() => readCredentials(path)).toThrow('are damaged');
  expect(() => readFleetConfig({ fleetUrl: undefined, fleetTags: [] })).not.toThrow();
  expect(readFleetConfig({ fleetUrl: undefined, fleetTags: [], credentials })).toMatchObject({
    server: 'localhost:4222',
    isTls: true,
    name: 'Room 3',
  });
  const named = { fleetUrl: undefined, fleetName: 'Near the door', fleetTags: [], credentials };
  expect(readFleetConfig(named)).toMatchObject({ name: 'Near the door' });
});

it('the board does not treat a damaged list of devices as empty', async () => {
  const dataDir = await temporaryFolder();
  const place = {
    dataDir,
    natsAccounts: join(dataDir, 'users.conf'),
    natsCa: undefined,
    url: 'tls://nats.example:4222',
  };
  new Enrolment(place, systemClock);
  writeFileSync(join(dataDir, 'enrolled-devices.json'), '{"devices":[{"id":"one"}]}');
  expect(() => new Enrolment(place, systemClock)).toThrow('is damaged');
});
