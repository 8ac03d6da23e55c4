import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import type { BoardJob } from '@stationery/client/board';
import { fleetBuckets } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { readPlotterConfig } from '@stationery/plotter';
import { readStationConfig } from '@stationery/station';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBoard, startNatsServer, startSecureNatsServer } from '../../../fleet/src/board/index.ts';
import { readBoardConfig } from '../../../fleet/src/index.ts';
import type { CheckInput } from '../../src/doctor/finding.ts';
import { fleetChecks } from '../../src/doctor/fleet-check.ts';
import { repairAll } from '../../src/doctor/repair.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { writeCollection } from '../support/write-collection.ts';

const natsServer = needsProgram('nats-server', 'nats-server');
const openArchive = () => Promise.reject(new Error('nothing is published here'));
const parts = { clock: systemClock, log: silentLogger, openArchive };

/** Starts a board with a NATS server, and writes a file to submit. */
async function startQueue() {
  const folder = await temporaryFolder();
  const place = { folder: join(folder, 'nats'), port: await unusedPort(), path: process.env.PATH };
  const nats = await startNatsServer(place, parts);
  onTestFinished(() => nats.stop());
  const env = { FLEET_URL: nats.url, BOARD_HTTP_PORT: '0', BOARD_TOKEN: 'operate', BOARD_DATA_DIR: folder };
  const board = await startBoard(readBoardConfig({ args: [], env }), parts);
  onTestFinished(() => board.stop());
  await board.ready;
  const file = join(folder, 'square.txt');
  writeFileSync(file, 'PENUP\nMOVE X1 Y1\n');
  const where = ['--board', board.http.url, '--token', 'operate'];
  const run = (...line: string[]) => inProcess(['fleet', ...line, ...where]);
  return { run, file, folder, board, place, natsUrl: nats.url };
}

describe.skipIf(!natsServer.run)(`stationery fleet (${natsServer.label})`, () => {
  it('queues, lists and changes jobs of a board', async () => {
    const { run, file, board, place } = await startQueue();
    expect((await run('devices')).stderr).toContain('No device has joined');
    const made = await run('submit', file, '--copies', '2', '--tag', 'room 3', '--json');
    const { jobs } = JSON.parse(made.stdout) as { jobs: { id: string; class: object }[] };
    expect(jobs).toMatchObject([{ class: { tags: ['room 3'] } }, { copies: 2 }]);
    const [first, second] = jobs.map(({ id }) => id) as [string, string];
    expect((await run('hold', first)).stdout).toBe(`Job ${first} “square.txt”: On hold\n`);
    const why = 'Queued: There are no plotters in the fleet.';
    expect((await run('release', first)).stdout).toContain(why);
    await run('move', second, '--before', first);
    expect((await run('jobs')).stdout).toMatch(new RegExp(`${second} .*${why}\n${first} .*${why}`));
    expect((await run('move', first, '--to', 'two')).stdout).toContain('There is no plotter “two”');
    expect(await run('move', first)).toMatchObject({ code: 2 });
    expect((await run('cancel', first)).stdout).toContain('Cancelled');
    expect(await run('again', first)).toMatchObject({ code: 4 });
    expect(await run('cancel', 'nothing')).toMatchObject({ code: 6 });
    expect(await inProcess(['fleet', 'jobs', '--board', board.http.url])).toMatchObject({ code: 4 });
    expect(await inProcess(['fleet', 'up', '--nats-port', String(place.port)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Port ${place.port} is in use`),
    });
  });

  it('submit --same-sheet tells the board not to ask for a new sheet', async () => {
    const { run, folder, natsUrl } = await startQueue();
    const nats = await connect({ servers: natsUrl });
    onTestFinished(() => nats.close());
    const jobs = await new Kvm(jetstream(nats)).open(fleetBuckets.jobs);
    const drawing = join(folder, 'line.svg');
    writeFileSync(drawing, '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9" stroke="red"/></svg>');
    const contentOf = async (...options: string[]) => {
      const made = JSON.parse((await run('submit', drawing, ...options, '--json')).stdout);
      const stored = await jobs.get(made.jobs[0].id);
      return stored?.json<{ content: object }>().content;
    };
    expect(await contentOf('--same-sheet')).toMatchObject({ kind: 'drawing', newSheet: false });
    expect(await contentOf()).not.toHaveProperty('newSheet');
  });

  it('changes the plotters and the priority of a job or all its waiting copies', async () => {
    const { run, file } = await startQueue();
    const json = async <T>(...line: string[]) => JSON.parse((await run(...line, '--json')).stdout) as T;
    type Jobs = { jobs: BoardJob[] };
    const { jobs } = await json<Jobs>('submit', file, '--copies', '3', '--paper', 'a4', '--pen', 'black');
    const [one, two, three] = jobs.map(({ id }) => id) as [string, string, string];

    const changed = await json<Jobs>('change', two, '--priority', 'high', '--tag', 'room 3', '--paper', '');
    expect(changed.jobs).toMatchObject([{ id: two, priority: 'high' }]);
    expect(changed.jobs[0]?.class).toEqual({ pens: ['black'], tags: ['room 3'] });
    expect((await json<Jobs>('jobs')).jobs.map(({ id }) => id)).toEqual([two, one, three]);

    const all = await json<Jobs>(
      'change',
      one,
      '--to',
      'p2',
      '--pen',
      'red',
      '--pen',
      'blue',
      '--all-copies',
    );
    expect(all.jobs.map(({ id, class: { device, pens } }) => [id, device, pens])).toEqual(
      [one, two, three].map((id) => [id, 'p2', ['red', 'blue']]),
    );
    for (const wrong of [
      ['change', one],
      ['change', one, '--priority', 'urgent'],
      ['submit', file, '--priority', 'urgent'],
    ])
      expect(await run(...wrong), wrong.join(' ')).toMatchObject({ code: 2, stdout: '' });

    expect(await json('cancel', one)).toMatchObject({ id: one, state: { state: 'cancelled' } });
    expect((await run('change', one, '--priority', 'low')).code).toBe(4);
    expect((await run('cancel', two, '--all-copies')).stdout.match(/Cancelled/g)).toHaveLength(2);
    expect((await run('jobs')).stderr).toContain('There are no jobs');
  });

  it('lists collections with their roll-outs', async () => {
    const { run, folder, natsUrl } = await startQueue();
    expect((await run('collections')).stderr).toContain('No collection was published');
    const env = { FLEET_URL: natsUrl, FLEET_COLLECTION: 'museum' };
    writeCollection(join(folder, 'museum'), 2);
    await jsonInProcess(['fleet', 'publish', join(folder, 'museum')], { env });
    expect((await run('collections')).stdout).toMatch(/^NAME .*\nmuseum +1 +2 +0 +none\n$/);
    await jsonInProcess(['fleet', 'roll-out', 'all'], { env });
    expect((await run('collections')).stdout).toMatch(
      /museum +1 +2 +0 +version 1 to all, on 0 of 0 stations\n$/,
    );
    expect(JSON.parse((await run('collections', '--json')).stdout)).toMatchObject({
      collections: [{ name: 'museum', newest: { version: 1 }, rollOut: { stage: 'all' } }],
    });
  });

  it('deletes a version of a collection that no station has', async () => {
    const { run, folder, natsUrl } = await startQueue();
    const env = { FLEET_URL: natsUrl, FLEET_COLLECTION: 'museum' };
    for (const files of [1, 2, 3]) {
      writeCollection(join(folder, `version ${files}`), files);
      await jsonInProcess(['fleet', 'publish', join(folder, `version ${files}`)], { env });
    }
    await jsonInProcess(['fleet', 'roll-out', 'all'], { env });
    const remove = (version: string) => inProcess(['fleet', 'delete-version', version], { env });
    expect(await remove('none')).toMatchObject({ code: 2, stderr: expect.stringContaining('whole number') });
    expect((await remove('3')).stderr).toContain('The newest version of a collection cannot be deleted');
    expect(await remove('2')).toMatchObject({ code: 0, stdout: 'Deleted version 2 of museum.\n' });
    expect((await remove('2')).stderr).toContain('has no version 2');
    expect(JSON.parse((await run('collections', '--json')).stdout)).toMatchObject({
      collections: [{ versions: [1, 3] }],
    });
  });

  it('enrols a device with a code, and revokes it', async () => {
    const dataDir = await temporaryFolder();
    const place = { dataDir, host: '127.0.0.1', port: await unusedPort(), path: process.env.PATH };
    const nats = await startSecureNatsServer(place, parts);
    onTestFinished(() => nats.stop());
    const env = {
      FLEET_URL: nats.url,
      BOARD_HTTP_PORT: '0',
      BOARD_DATA_DIR: dataDir,
      BOARD_NATS_ACCOUNTS: nats.natsAccounts,
      BOARD_NATS_CA: nats.natsCa,
    };
    const config = readBoardConfig({ args: [], env });
    const board = await startBoard(config, { ...parts, nats });
    onTestFinished(() => board.stop());
    await board.ready;
    const { url } = board.http;
    const run = (...line: string[]) => inProcess(['fleet', ...line, '--board', url]);
    expect((await run('enrolled')).stderr).toContain('No device was enrolled');
    const code = (await run('enroll', '--name', 'Room 3')).stdout.trim();

    const plotterDir = join(dataDir, 'plotter');
    const joinAt = (...line: string[]) =>
      inProcess(['fleet', 'join', ...line], { env: { PLOTTER_DATA_DIR: plotterDir } });
    const ca = join(dataDir, 'https', 'certificate.pem');
    const secure = board.https.url;
    expect(await joinAt(secure, code)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('is not trusted'),
    });
    const join3 = () => joinAt(secure, code, '--ca', ca);
    expect(await join3()).toMatchObject({ code: 0, stdout: expect.stringContaining('as room-3. Restart') });
    const file = join(plotterDir, 'fleet', 'credentials.json');
    const joined = join(dataDir, 'joined');
    cpSync(plotterDir, joined, { recursive: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await join3()).stderr).toContain('has credentials already');
    rmSync(file);
    expect(await join3()).toMatchObject({ code: 4, stderr: expect.stringContaining('was used before') });

    // Commands that contact the NATS server use the credentials of a board on this machine.
    const stop = ['fleet', 'roll-out', 'stop', '--collection', 'museum'];
    expect((await inProcess(stop, { env: { BOARD_DATA_DIR: dataDir } })).stderr).toContain('was rolled out');
    const wrong = await inProcess([...stop, '--fleet-credentials', join(joined, 'fleet/credentials.json')]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('of the device “room-3”') });
    const settings = { args: [], env: { PLOTTER_DATA_DIR: joined, STATION_DATA_DIR: dataDir } };
    const doctor = async () =>
      fleetChecks({
        station: readStationConfig(settings),
        plotter: readPlotterConfig(settings),
      } as CheckInput);
    expect(await doctor()).toMatchObject([{ ok: true }, { ok: null }]);
    expect((await run('revoke', 'room-3')).stdout).toBe('Revoked the credentials of room-3 “Room 3”.\n');
    expect((await run('enrolled')).stdout).toMatch(/room-3 +Room 3 +Revoked/);
    expect(await run('revoke', 'nobody')).toMatchObject({ code: 6 });
    writeFileSync(join(joined, 'fleet', 'fleet.db'), 'not a database');
    expect(await doctor()).toMatchObject([
      { ok: false, detail: expect.stringContaining('they were revoked') },
      { ok: false, detail: expect.stringContaining('is damaged') },
    ]);
    const repaired = await repairAll({
      station: readStationConfig(settings),
      plotter: readPlotterConfig(settings),
    });
    expect(repaired.map(({ failure }) => failure)).toEqual([undefined, undefined, undefined]);
    expect(await doctor()).toMatchObject([{ ok: false }, { ok: true }]);
  });

  it('joins a fleet with the settings of the config file', async () => {
    const config = join(await temporaryFolder(), 'config.json');
    const start = async (service: string, settings: object) => {
      writeFileSync(config, JSON.stringify({ [service]: settings }));
      return inProcess([service, '--config', config]);
    };
    const wrong = { code: 2, stderr: expect.stringContaining('FLEET_URL must be nats://') };
    expect(await start('plotter', { fleetUrl: 'http://board', fleetSheets: 'automatic' })).toMatchObject(
      wrong,
    );
    expect(await start('station', { fleetUrl: 'http://board', fleetTags: ['room 3'] })).toMatchObject(wrong);
    const named = await start('plotter', { fleetUrl: 'nats://board', fleetName: 'x'.repeat(101) });
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining('FLEET_NAME must be') });
    const sheets = await start('plotter', { fleetSheets: 'never' });
    expect(sheets).toMatchObject({ code: 2, stderr: expect.stringContaining('fleetSheets must be') });
  });
});
