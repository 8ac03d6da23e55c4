// `npm run fleet:faults -- [--rounds 500] [--seed 1]`: a fleet whose broker is killed and paused, whose plotters and stations are
// killed, cut off, have clocks of their own and full disks, and whose board is restarted, at random. The simulated machines count what
// was drawn: no job twice unless a person asked, and none lost. The cards of the stations always carry all of one version.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleDevice } from '../packages/fleet/test/support/bundle-device.mjs';
import { makeNetwork } from './fleet-network.mjs';
import { Collections, collection } from './fleet-stations.mjs';

const root = join(import.meta.dirname, '..');
const deviceNames = ['one', 'two', 'three'];
/** So long may it take until all is drawn and downloaded, once nothing fails any more; checked after so many rounds. */
const settleMs = 120_000;
const settleEvery = 25;
const dayMs = 86_400_000;
/** Nobody asks for these. */
const lostStates = ['failed', 'cancelled', 'cancelling', 'unknown'];

export async function runFaults(options) {
  const {
    rounds,
    seed,
    stations: stationCount = 2,
    say = () => undefined,
    natsServer = 'nats-server',
  } = options;
  const load = (name) => import(pathToFileURL(join(root, `packages/${name}`)).href);
  const { silentLogger, systemClock } = await load('core/dist/index.js');
  const { serveSimulator, VirtualPlotter } = await load('plotter/dist/index.js');
  const { Fleet } = await load('fleet/dist/board/index.js');
  const { spawnDependent } = await load('fleet/dist/board/spawn-dependent.js');
  const collectionApi = await load('fleet/dist/collections/index.js');
  const deviceProgram = await bundleDevice();
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const folder = mkdtempSync(join(tmpdir(), 'stationery-fleet-'));
  const port = await unusedPort();
  const stationNames = Array.from({ length: stationCount }, (_, at) => `station-${at + 1}`);
  const network = makeNetwork(['board', ...deviceNames, ...stationNames], port);
  const addressFor = (name) => network?.address(name) ?? '127.0.0.1';
  const server = `${addressFor('board')}:${port}`;
  const children = new Set();
  const start = (program, args, env = {}) => {
    const child = spawnDependent(program, args, { env: { ...process.env, ...env }, stderr: 'inherit' });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const kill = async (child) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };

  const startBroker = async () => {
    const host = network === undefined ? '127.0.0.1' : '0.0.0.0';
    const args = ['-js', '-a', host, '-p', `${port}`, '-sd', join(folder, 'js'), '-l', '/dev/null'];
    const [program, ...rest] = [...(network?.inside ?? []), natsServer, ...args];
    const child = start(program, rest);
    while (!(await accepts(port, addressFor('board')))) await sleep(50);
    return child;
  };
  const startBoard = async () => {
    const board = new Fleet({
      config: { server, isTls: false },
      clock: systemClock,
      log: silentLogger,
      offerWithinMs: 3_000,
    });
    await board.start();
    return board;
  };
  const startService = (options) => {
    // Nobody set the clocks of the devices: each is up to a day off, and another one after a restart.
    const clockAheadMs = Math.round((random() - 0.5) * 2 * dayMs);
    const server = `${addressFor(options.id)}:${port}`;
    const env = { DEVICES: JSON.stringify([{ ...options, server, clockAheadMs }]) };
    return start(process.execPath, [deviceProgram], env);
  };
  const machines = [];
  const stations = [];
  let broker;
  let board;
  let collections;
  try {
    broker = await startBroker();
    board = await startBoard();
    for (const id of deviceNames) {
      const machine = new VirtualPlotter({ speedFactor: 100, bootMs: 0 });
      const served = await serveSimulator({ plotter: machine, port: 0 });
      const home = join(folder, id);
      mkdirSync(home);
      const hasOwnDisk = mountSmall(home);
      const startDevice = () => startService({ id, folder: home, machine: `tcp:127.0.0.1:${served.port}` });
      machines.push({ id, machine, served, home, hasOwnDisk, startDevice, child: startDevice() });
    }
    for (const id of stationNames) {
      const home = join(folder, id);
      const card = join(home, 'card');
      mkdirSync(card, { recursive: true });
      const hasOwnDisk = mountSmall(card);
      const httpPort = await unusedPort();
      const startDevice = () => startService({ id, folder: home, collection, httpPort });
      const url = `http://127.0.0.1:${httpPort}`;
      stations.push({ id, url, card, hasOwnDisk, startDevice, child: startDevice() });
    }
    const withBroker = (work) => board.withBroker(work);
    collections = new Collections({ stations, withBroker, api: collectionApi });
    await collections.publish();

    const faults = {
      async 'broker killed'() {
        await kill(broker);
        await sleep(random() * 1_500);
        broker = await startBroker();
      },
      async 'broker paused'() {
        broker.kill('SIGSTOP');
        await sleep(random() * 5_000);
        broker.kill('SIGCONT');
      },
      async 'plotter killed'() {
        const one = pick(machines);
        await kill(one.child);
        await sleep(random() * 1_000);
        one.child = one.startDevice();
      },
      async 'plotter and broker killed'() {
        const one = pick(machines);
        await Promise.all([kill(one.child), kill(broker)]);
        broker = await startBroker();
        one.child = one.startDevice();
      },
      async 'station killed'() {
        const one = pick(stations);
        await collections.publish();
        await sleep(random() * 300);
        await kill(one.child);
        await sleep(random() * 500);
        one.child = one.startDevice();
      },
      async 'card of a station full'() {
        const filler = join(pick(stations).card, '.filler');
        fillDisk(filler);
        await collections.publish();
        await sleep(random() * 1_500);
        rmSync(filler, { force: true });
      },
      async 'network of a plotter cut'() {
        const { id } = pick(machines);
        network.cut(id);
        await submit();
        await sleep(random() * 8_000);
        network.join(id);
      },
      async 'network of a station cut'() {
        const { id } = pick(stations);
        const publishing = collections.publish();
        await sleep(random() * 100);
        network.cut(id);
        await publishing;
        await sleep(random() * 8_000);
        network.join(id);
      },
      async 'network of the board cut'() {
        network.cut('board');
        await sleep(random() * 8_000);
        network.join('board');
      },
      async 'disk of a plotter full'() {
        const filler = join(pick(machines).home, 'filler');
        fillDisk(filler);
        await submit();
        await sleep(random() * 3_000);
        rmSync(filler, { force: true });
      },
      async 'board restarted'() {
        await board.stop();
        await sleep(random() * 500);
        board = await startBoard();
      },
      async nothing() {},
    };
    const hasDisks = [...machines, ...stations].every(({ hasOwnDisk }) => hasOwnDisk);
    const names = Object.keys(faults).filter(
      (name) =>
        (network !== undefined || !name.startsWith('network')) && (hasDisks || !name.endsWith('full')),
    );

    /** By the place that a job's last line ends at. */
    const jobs = new Map();
    const counts = {};
    let next = 1000;
    const submit = async () => {
      const x = next++;
      const commands = ['PENUP', 'MOVE X0 Y0', 'PENDOWN', ...zigzag(20), `MOVE X${x} Y7`, 'PENUP'];
      const bytes = Buffer.from(JSON.stringify({ commands }));
      // As often as it takes: the broker may just be coming back. With the same key it is the same job.
      const submission = { kind: 'commands', bytes, key: `${x}` };
      const [job] = await untilItWorks(() => board.submit(submission));
      jobs.set(x, { id: job.id, asked: 1, fences: new Set() });
    };
    /** The person at the board: what was interrupted is drawn again, wherever. */
    const decide = async () => {
      for (const job of jobs.values()) {
        if (board.job(job.id).state.state !== 'interrupted') continue;
        // Counted before: an answer that was lost may have been a yes.
        const before = board.job(job.id).fence;
        await board.drawAgain(job.id).catch((error) => say(`${job.id}: ${error.message}`));
        if (!job.fences.has(before)) job.asked++;
        job.fences.add(before);
      }
    };

    const problems = [];
    const stateOf = (id) => {
      try {
        return board.job(id).state.state;
      } catch {
        return 'unknown';
      }
    };
    /** What is wrong already, whatever comes. */
    const wrong = () => {
      const drawn = countDrawn(machines);
      return [...jobs].flatMap(([x, { id, asked }]) => {
        const times = drawn.get(x) ?? 0;
        if (times > asked) return [`${id}: drawn ${times} times, asked for ${asked}`];
        const state = stateOf(id);
        const isLost = lostStates.includes(state) || (state === 'done' && times === 0);
        return isLost ? [`${id}: ${state}, drawn ${times} times`] : [];
      });
    };
    const open = () => [...jobs.values()].filter(({ id }) => stateOf(id) !== 'done');
    /** Nothing fails any more: all must be drawn, and be on the cards. */
    const settle = async () => {
      const until = performance.now() + settleMs;
      while (open().length > 0 || !(await collections.isSettled())) {
        if (performance.now() > until) {
          problems.push(...open().map(({ id }) => `${id} is still ${stateOf(id)}`));
          if (open().length === 0) problems.push('a station does not carry the last version');
          return;
        }
        await decide();
        await sleep(100);
      }
    };
    for (let round = 1; round <= rounds; round++) {
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) await submit();
      await sleep(random() * 600);
      const fault = pick(names);
      counts[fault] = (counts[fault] ?? 0) + 1;
      await faults[fault]();
      await decide();
      if (round % settleEvery === 0) await settle();
      problems.push(...wrong(), ...collections.problems.splice(0));
      say(`round ${round}: ${fault}`);
      if (problems.length > 0) break;
    }
    if (problems.length === 0) await settle();
    await collections.close();
    problems.push(...wrong(), ...collections.problems);
    if (machines.some(({ machine }) => machine.status().truncated))
      problems.push('a machine has forgotten lines');
    const drawnAgain = [...jobs.values()].reduce((sum, { asked }) => sum + asked - 1, 0);
    const { versions, looks } = collections;
    return { jobs: jobs.size, drawnAgain, versions, looks, counts, problems };
  } finally {
    broker?.kill('SIGCONT');
    collections?.end();
    await board?.stop();
    await Promise.all([...children].map(kill));
    for (const { machine, served, home, hasOwnDisk } of machines) {
      await served.close();
      await machine.close();
      if (hasOwnDisk) spawnSync('umount', ['-l', home]);
    }
    for (const { card, hasOwnDisk } of stations) if (hasOwnDisk) spawnSync('umount', ['-l', card]);
    network?.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A disk of its own that is soon full, where this user may mount one. */
function mountSmall(folder) {
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' }).status === 0
  );
}

function fillDisk(path) {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(16_384));
  } catch (error) {
    if (error.code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

const zigzag = (count) =>
  Array.from({ length: count }, (_, at) => `MOVE X${((at % 9) + 1) * 100} Y${(at % 2) * 200}`);

/** How many strokes on all papers end at the place of a job, by its x. */
function countDrawn(machines) {
  const counts = new Map();
  for (const { machine } of machines)
    for (const { points } of machine.strokes()) {
      const last = points.at(-1);
      if (last?.y === 7) counts.set(last.x, (counts.get(last.x) ?? 0) + 1);
    }
  return counts;
}

async function untilItWorks(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error.code !== 'fleet-unreachable') throw error;
      await sleep(200);
    }
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function unusedPort() {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

function accepts(port, host) {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(!socket.destroy().connecting));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values, positionals } = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const rounds = values.rounds ?? positionals[0] ?? '500';
  const seed = values.seed ?? positionals[1] ?? `${Date.now() % 100_000}`;
  console.log(`${rounds} rounds, seed ${seed}`);
  const result = await runFaults({ rounds: Number(rounds), seed: Number(seed), say: console.log });
  console.log(JSON.stringify(result, null, 2));
  process.exitCode = result.problems.length === 0 ? 0 : 1;
}
