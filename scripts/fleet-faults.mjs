// `npm run fleet:faults -- [--rounds 500] [--seed 1]`: a fleet whose broker is killed and paused, whose plotters are killed, have
// clocks of their own and full disks, and whose board is restarted, at random. The simulated machines count what was drawn: no job twice unless a person asked, and none lost.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleDevice } from '../packages/fleet/test/support/bundle-device.mjs';

const root = join(import.meta.dirname, '..');
const deviceNames = ['one', 'two', 'three'];
/** So long may it take until all is drawn, once nothing fails any more. */
const settleMs = 120_000;
const dayMs = 86_400_000;

export async function runFaults({ rounds, seed, say = () => undefined, natsServer = 'nats-server' }) {
  const load = (name) => import(pathToFileURL(join(root, `packages/${name}`)).href);
  const { silentLogger, systemClock } = await load('core/dist/index.js');
  const { serveSimulator, VirtualPlotter } = await load('plotter/dist/index.js');
  const { Fleet } = await load('fleet/dist/board/index.js');
  const deviceProgram = await bundleDevice();
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const folder = mkdtempSync(join(tmpdir(), 'stationery-fleet-'));
  const port = await unusedPort();
  const server = `127.0.0.1:${port}`;
  const children = new Set();
  const start = (program, args, env = {}) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
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
    const child = start(natsServer, [
      '-js',
      '-a',
      '127.0.0.1',
      '-p',
      `${port}`,
      '-sd',
      join(folder, 'js'),
      '-l',
      '/dev/null',
    ]);
    while (!(await accepts(port))) await sleep(50);
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
  const machines = [];
  let broker;
  let board;
  try {
    broker = await startBroker();
    board = await startBoard();
    for (const id of deviceNames) {
      const machine = new VirtualPlotter({ speedFactor: 100, bootMs: 0 });
      const served = await serveSimulator({ plotter: machine, port: 0 });
      const home = join(folder, id);
      mkdirSync(home);
      const hasOwnDisk = mountSmall(home);
      const options = { id, folder: home, machine: `tcp:127.0.0.1:${served.port}`, server };
      const startDevice = () => {
        // Nobody set the clocks of the devices: each is up to a day off, and another one after a restart.
        const clockAheadMs = Math.round((random() - 0.5) * 2 * dayMs);
        const env = { DEVICES: JSON.stringify([{ ...options, clockAheadMs }]) };
        return start(process.execPath, [deviceProgram], env);
      };
      machines.push({ id, machine, served, home, hasOwnDisk, startDevice, child: startDevice() });
    }

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
      async 'disk of a plotter full'() {
        const one = pick(machines);
        if (!one.hasOwnDisk) return;
        const filler = join(one.home, 'filler');
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
    const drawn = (x) =>
      machines.reduce((sum, { machine }) => sum + machine.strokes().filter(endsAt(x)).length, 0);
    const drawnTooOften = () =>
      [...jobs].flatMap(([x, { id, asked }]) => {
        const times = drawn(x);
        return times > asked ? [`${id}: drawn ${times} times, asked for ${asked}`] : [];
      });
    for (let round = 1; round <= rounds; round++) {
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) await submit();
      await sleep(random() * 600);
      const fault = pick(Object.keys(faults));
      counts[fault] = (counts[fault] ?? 0) + 1;
      await faults[fault]();
      await decide();
      say(`round ${round}: ${fault}`);
      problems.push(...drawnTooOften());
      if (problems.length > 0) break;
    }

    const open = () => [...jobs.values()].filter(({ id }) => board.job(id).state.state !== 'done');
    const until = performance.now() + settleMs;
    while (open().length > 0 && performance.now() < until) {
      await decide();
      await sleep(100);
    }
    let drawnAgain = 0;
    for (const [x, { id, asked }] of jobs) {
      const times = drawn(x);
      const { state } = board.job(id).state;
      drawnAgain += asked - 1;
      if (state !== 'done' || times < 1) problems.push(`${id}: ${state}, drawn ${times} times`);
    }
    problems.push(...drawnTooOften());
    if (machines.some(({ machine }) => machine.status().truncated))
      problems.push('a machine has forgotten lines');
    return { jobs: jobs.size, drawnAgain, counts, problems };
  } finally {
    broker?.kill('SIGCONT');
    await board?.stop();
    await Promise.all([...children].map(kill));
    for (const { machine, served, home, hasOwnDisk } of machines) {
      await served.close();
      await machine.close();
      if (hasOwnDisk) spawnSync('umount', ['-l', home]);
    }
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

const endsAt = (x) => (stroke) => {
  const last = stroke.points.at(-1);
  return last?.x === x && last.y === 7;
};

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

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
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
