import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeBoard, fleetBuckets } from '@stationery/contract/fleet';
import { packageVersion, silentLogger, systemClock } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type BoardEvent, createBoardClient } from '../../../client/src/board.ts';
import { type Board, type NatsServer, startBoard, startNatsServer } from '../../src/board/index.ts';
import { publishCollection } from '../../src/collections/index.ts';
import { readBoardConfig } from '../../src/index.ts';
import { testCollection } from '../support/collection.ts';
import { natsServer } from '../support/nats-server.ts';
import { drawing, startDevice, timesDrawn } from '../support/test-fleet.ts';

const openArchive = () => Promise.reject(new Error('nothing is published here'));
const parts = { clock: systemClock, log: silentLogger, openArchive };
const job = (x: number, more = 0) => ({
  job: JSON.parse(drawing(x, more).toString()) as { commands: string[] },
});

const settings = async () => ({
  FLEET_URL: `nats://127.0.0.1:${await unusedPort()}`,
  BOARD_HTTP_PORT: '0',
  BOARD_DATA_DIR: await temporaryFolder(),
});

it('the board has a valid OpenAPI description', async () => {
  expect(await new Validator().validate(describeBoard(packageVersion))).toMatchObject({ valid: true });
});

it('the board refuses to start with a viewer token but no operator token', () => {
  for (const env of [{ BOARD_VIEWER_TOKEN: 'look' }, { BOARD_VIEWER_TOKEN: 'look', BOARD_TOKEN: 'look' }])
    expect(() => readBoardConfig({ args: [], env })).toThrow('BOARD_VIEWER_TOKEN needs a BOARD_TOKEN');
  expect(readBoardConfig({ args: [], env: {} })).toMatchObject({ host: '127.0.0.1', httpPort: 3200 });
});

it.each([
  ['GET', 'devices/*'],
  ['GET', 'devices/%00'],
  ['GET', 'jobs/%3E'],
  ['POST', 'jobs/*/cancel'],
  ['POST', 'collections/*/stop'],
  ['DELETE', 'collections/%00/versions/1'],
])('the board answers 404 to %s %s', async (method, path) => {
  const env = await settings();
  const board = await startBoard(readBoardConfig({ args: [], env }), parts);
  onTestFinished(() => board.stop());
  const { status } = await fetch(`${board.http.url}/api/fleet/${path}`, { method });
  expect(status).toBe(404);
});

it('the board answers over HTTPS with a persistent certificate', async () => {
  const folder = await temporaryFolder();
  const env = { ...(await settings()), BOARD_DATA_DIR: folder, BOARD_TOKEN: 'operate' };
  const certificates: string[] = [];
  for (let run = 0; run < 2; run++) {
    const board = await startBoard(readBoardConfig({ args: [], env }), parts);
    const ca = readFileSync(join(folder, 'https', 'certificate.pem'), 'utf8');
    expect(ca).not.toContain('PRIVATE KEY');
    certificates.push(ca.trim());
    const headers = { authorization: 'Bearer operate' };
    const status = await new Promise((resolve, reject) => {
      get(`${board.https.url}/api/fleet/status`, { ca, headers }, ({ statusCode }) => resolve(statusCode)).on(
        'error',
        reject,
      );
    });
    expect(status).toBe(200);
    await board.stop();
  }
  expect(certificates[0]).toBe(certificates[1]);
});

it('the board uses different event numbers after each start, so that no page misses an event', async () => {
  const firstId = async () => {
    const env = await settings();
    // Give both boards the same time, because the clock of each process starts at zero.
    const clock = { ...systemClock, nowMs: () => 1_000 };
    const board = await startBoard(readBoardConfig({ args: [], env }), { ...parts, clock });
    const answer = await fetch(`${board.http.url}/api/fleet/events`);
    const reader = answer.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    await board.stop();
    return Number(/^id: (\d+)$/m.exec(Buffer.from(value!).toString())?.[1]);
  };
  const [first, second] = [await firstId(), await firstId()];
  // The ids of two boards must not overlap. A board publishes fewer events than this between two starts.
  expect(Math.abs(first - second)).toBeGreaterThan(1_000_000);
});

describe.skipIf(!natsServer.run)(`the board of a fleet (${natsServer.label})`, () => {
  let nats: NatsServer;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stationery-test-'));
    const place = { folder, port: await unusedPort(), path: process.env.PATH };
    nats = await startNatsServer(place, parts);
    await expect(startNatsServer(place, parts)).rejects.toThrow(`Port ${place.port} is in use`);
  });
  afterAll(async () => {
    await nats?.stop();
    rmSync(folder, { recursive: true });
  });

  it('lists, rolls out and deletes collections, stops roll-outs, and names cards that are too small', async () => {
    const { http, fleet } = await start({ BOARD_TOKEN: 'operate', BOARD_VIEWER_TOKEN: 'look' });
    const operator = createBoardClient({ baseUrl: http.url, token: 'operate' });
    const viewer = createBoardClient({ baseUrl: http.url, token: 'look' });
    expect(await viewer.collections()).toEqual([]);
    const none = { status: 400, message: expect.stringContaining('Nothing of the collection “museum”') };
    await expect(operator.rollOut('museum', { stage: 'all' })).rejects.toMatchObject(none);
    await fleet.withBroker((broker) =>
      publishCollection(broker, { collection: 'museum', ...testCollection({ 'a.mp3': 'sound' }) }),
    );
    await expect(viewer.rollOut('museum', { stage: 'all' })).rejects.toMatchObject({ status: 403 });
    await expect(viewer.publish('museum', new Blob(['x']))).rejects.toMatchObject({
      status: 403,
      code: 'viewer-token',
    });
    const followed = {
      name: 'museum',
      version: 0,
      wanted: null,
      state: 'following',
      progress: 0,
      why: null,
    };
    const state = (totalBytes: number) => ({
      protocol: 1,
      name: 'Hall',
      version: '1',
      page: null,
      heartbeatMs: 5000,
      tags: [],
      station: {
        card: { state: 'present', freeBytes: 1, totalBytes },
        reader: 'ready',
        lastTap: null,
        collection: followed,
      },
    });
    const tell = (totalBytes: number) =>
      fleet.withBroker(async ({ js }) =>
        (await new Kvm(js).open(fleetBuckets.devices)).put('hall', JSON.stringify(state(totalBytes))),
      );
    await tell(1);
    expect(await viewer.collections()).toMatchObject([
      { name: 'museum', newest: { version: 1, files: 1 }, rollOut: null, followers: 1, tooSmall: ['hall'] },
    ]);
    await expect(operator.rollOut('museum', { stage: 'one' })).rejects.toMatchObject({
      status: 400,
      message: 'Version 1 is larger than the cards of “Hall” (hall).',
      reason: { code: 'version-too-large', version: 1, stations: [{ device: 'hall', name: 'Hall' }] },
    });
    await tell(1_000_000);
    const rolledOut = await operator.rollOut('museum', { stage: 'one' });
    expect(rolledOut).toMatchObject({
      rollOut: { version: 1, stations: ['hall'] },
      complete: 0,
      tooSmall: [],
    });
    const early = { status: 400, message: expect.stringContaining('not on all stations') };
    await expect(operator.rollOut('museum', { stage: 'all' })).rejects.toMatchObject(early);
    expect(await operator.stopRollOut('museum')).toMatchObject({ rollOut: { isStopped: true } });

    for (const text of ['second sound', 'third sound'])
      await fleet.withBroker((broker) =>
        publishCollection(broker, { collection: 'museum', ...testCollection({ 'a.mp3': text }) }),
      );
    // An error of the NATS server is not reported as a missing answer.
    await expect(
      fleet.withBroker(async ({ manager }) => (await manager()).streams.info('MISSING')),
    ).rejects.toMatchObject({ code: 'fleet-failed', members: { cause: { code: 'nats-failed' } } });
    await expect(viewer.deleteVersion('museum', 2)).rejects.toMatchObject({ status: 403 });
    const refusals = { 1: 'Stations carry version 1', 3: 'The newest version', 4: 'has no version 4' };
    for (const [version, reason] of Object.entries(refusals))
      await expect(operator.deleteVersion('museum', Number(version))).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(reason),
      });
    expect(await operator.deleteVersion('museum', 2)).toMatchObject({ name: 'museum', versions: [1, 3] });
    expect(await viewer.collections()).toMatchObject([{ versions: [1, 3] }]);
    await fleet.withBroker(async ({ js }) => (await new Kvm(js).open(fleetBuckets.devices)).delete('hall'));
  });

  async function start(env: Record<string, string> = {}): Promise<Board> {
    const config = readBoardConfig({ args: [], env: { ...(await settings()), FLEET_URL: nats.url, ...env } });
    const board = await startBoard(config, parts);
    let stopped: Promise<void> | undefined;
    const stop = () => {
      stopped ??= board.stop();
      return stopped;
    };
    onTestFinished(stop);
    await expect.poll(() => board.fleet.isReady || env.FLEET_URL !== undefined).toBe(true);
    return { ...board, stop };
  }

  it('shows devices, accepts jobs and explains why a job waits, if given a token', async () => {
    const { http } = await start({ BOARD_TOKEN: 'operate', BOARD_VIEWER_TOKEN: 'look' });
    const client = (token?: string) => createBoardClient({ baseUrl: http.url, token });
    const operator = client('operate');
    const viewer = client('look');
    await expect(client().devices()).rejects.toMatchObject({ status: 401 });
    await expect(client('other').devices()).rejects.toMatchObject({ status: 401 });
    expect(await viewer.devices()).toEqual([]);
    expect([(await viewer.status()).mayChange, (await operator.status()).mayChange]).toEqual([false, true]);
    await expect(viewer.submit(job(1000))).rejects.toMatchObject({ status: 403, code: 'viewer-token' });

    const [lost] = await operator.submit(job(1000));
    expect(lost?.whyNot).toEqual([
      { reason: 'There are no plotters in the fleet.', cause: { code: 'no-plotters' } },
    ]);
    await operator.cancel(lost!.id);
    const seen: BoardEvent[] = [];
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const following = (async () => {
      for await (const event of viewer.events({ signal: leave.signal })) seen.push(event);
    })();
    await expect.poll(() => seen[0]?.name).toBe('snapshot');
    const device = await startDevice(nats.url.slice('nats://'.length), 'one', { tags: ['room 3'] });
    await expect.poll(async () => (await viewer.status()).devices).toEqual({ total: 1, online: 1 });
    expect(await viewer.device('one')).toMatchObject({
      id: 'one',
      isOnline: true,
      state: { tags: ['room 3'] },
    });
    await expect(viewer.device('two')).rejects.toMatchObject({ status: 404, code: 'unknown-device' });

    const [waits] = await operator.submit({ ...job(1001), class: { tags: ['room 4'] }, name: 'Card' });
    expect(await viewer.job(waits!.id)).toMatchObject({
      name: 'Card',
      state: { state: 'waiting' },
      whyNot: [
        {
          reason: expect.stringContaining('has no tag “room 4”'),
          cause: { code: 'tag-missing', device: 'one', tag: 'room 4' },
        },
      ],
    });
    const [elsewhere] = await operator.submit({ ...job(1002), class: { device: 'two' } });
    expect(elsewhere?.whyNot).toMatchObject([
      {
        reason: 'There is no plotter “two” in the fleet.',
        cause: { code: 'no-such-plotter', device: 'two' },
      },
    ]);
    expect((await operator.move(elsewhere!.id, { before: waits!.id })).order).toBeLessThan(waits!.order);
    expect((await viewer.jobs()).jobs.map(({ id }) => id)).toEqual([elsewhere!.id, waits!.id]);
    await operator.change(elsewhere!.id, { isHeld: true });
    expect((await operator.change(waits!.id, { class: {} })).whyNot).toEqual([]);
    await expect
      .poll(async () => (await viewer.job(waits!.id)).state)
      .toEqual({ state: 'done', device: 'one' });
    expect(timesDrawn([device], 1001)).toBe(1);
    await expect(operator.cancel(waits!.id)).rejects.toMatchObject({ status: 409, code: 'wrong-job-state' });
    await expect(operator.drawAgain('nothing')).rejects.toMatchObject({ status: 404, code: 'unknown-job' });
    await expect(operator.submit({})).rejects.toMatchObject({ status: 400, code: 'invalid-request' });
    expect((await viewer.jobs({ show: 'over', limit: 1 })).total).toBe(2);
    expect(await viewer.status()).toMatchObject({
      broker: { state: 'connected' },
      jobs: { held: 1, done: 1, cancelled: 1 },
    });
    // Repeating the key returns the same job.
    const idempotencyKey = 'again';
    const twice = [
      await operator.submit({ ...job(1003), isHeld: true }, { idempotencyKey }),
      await operator.submit({ ...job(1003), isHeld: true }, { idempotencyKey }),
    ];
    expect(twice[0]![0]!.id).toBe(twice[1]![0]!.id);
    // The job that ended last is first, even if it was added earlier.
    await operator.cancel(twice[0]![0]!.id);
    await operator.cancel(elsewhere!.id);
    const { jobs: ended } = await viewer.jobs({ show: 'over', limit: 2 });
    expect(ended.map(({ id }) => id)).toEqual([elsewhere!.id, twice[0]![0]!.id]);

    await device.agent.stop();
    const last = () => seen.filter((event) => event.name === 'device').at(-1)?.data;
    await expect.poll(last).toMatchObject({ id: 'one', isOnline: false });
    expect(
      seen.some(({ name, data }) => name === 'job' && data.id === waits!.id && data.state.state === 'done'),
    ).toBe(true);
    leave.abort();
    await following;
  });

  it('sends a cancel order that was still unsent when the board was killed', async () => {
    const server = nats.url.slice('nats://'.length);
    const first = await start();
    const device = await startDevice(server, 'slow', { speedFactor: 20 });
    const [made] = await first.fleet.submit({
      kind: 'commands',
      bytes: drawing(2000, 400),
      class: { device: 'slow' },
    });
    await expect.poll(() => first.fleet.job(made!.id).state.state).toBe('plotting');
    const before = first.fleet.job(made!.id);
    await first.stop();
    // Create the state that a board leaves if it is killed between the two steps.
    const connection = await connect({ servers: server });
    onTestFinished(() => connection.close());
    const bucket = await new Kvm(jetstream(connection)).open(fleetBuckets.jobs);
    await bucket.put(
      before.id,
      JSON.stringify({ ...before, state: { state: 'cancelling', device: 'slow' } }),
    );
    const { fleet } = await start();
    await expect.poll(() => fleet.job(before.id).state.state).toBe('cancelled');
    expect(timesDrawn([device], 2000)).toBe(0);
  });

  it('answers without a NATS server and reports that it is missing', async () => {
    const { http } = await start({ FLEET_URL: `nats://127.0.0.1:${await unusedPort()}` });
    const client = createBoardClient({ baseUrl: http.url });
    expect(await client.status()).toMatchObject({ broker: { state: 'connecting' } });
    await expect(client.jobs()).rejects.toMatchObject({
      status: 503,
      code: 'fleet-unreachable',
      reason: { code: 'nats-unreachable' },
    });
  });
});
