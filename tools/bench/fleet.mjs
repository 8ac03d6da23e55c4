// Measures a fleet on this machine: claims per second, time from submit to claim, memory of board
// and broker, by number of devices.
//
//   npm run bench:fleet [-- --devices 1000 --plotters 200 --jobs 10000] [--quick]
//
// Uses a real nats-server; the board runs in one process, the devices in four. The agents are those
// of the services, each with its own connection and database, and report every second. Simulated
// machines plot instantly and count the jobs: each must be plotted exactly once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { useMemoryFolder } from '../lib/memory-folder.mjs';
import { highestMiB, machine, processorMs } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { Processes } from './fleet/processes.mjs';

const { values } = readArguments({
  script: import.meta.filename,
  options: {
    devices: { type: 'string' },
    plotters: { type: 'string' },
    jobs: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const defaults = values.quick
  ? { devices: 40, plotters: 10, jobs: 200 }
  : { devices: 1000, plotters: 200, jobs: 10_000 };
const number = (name) =>
  values[name] === undefined ? defaults[name] : readNumber(values[name], `--${name}`);
const [devices, plotters, jobs] = [number('devices'), number('plotters'), number('jobs')];
const hostCount = 4;
const pacedJobs = values.quick ? 50 : 500;
// Only the broker uses the disk: the devices keep their data in
// memory, because on one disk they would wait for each other.
const diskFolder = tmpdir();
useMemoryFolder();
const restMs = values.quick ? 2_000 : 10_000;

console.log(`${machine()}\n`);
printHead(
  ...['devices', 'plotters', 'jobs', 'claims/s', 'submit to claim p50, p99', 'board MiB', 'NATS MiB'],
  'at rest, board + NATS: ms of processor time/s',
);
let problems = 0;
const sizes = [10, 100, 1000].filter((size) => size < devices);
for (const size of [...sizes, devices]) {
  const share = size / devices;
  await measure(size, Math.max(2, Math.round(plotters * share)), Math.max(50, Math.round(jobs * share)));
}
process.exitCode = problems === 0 ? 0 : 1;

async function measure(devices, plotters, jobs) {
  const folder = mkdtempSync(join(diskFolder, 'stationery-bench-'));
  const devicesFolder = mkdtempSync(join(tmpdir(), 'devices-'));
  const processes = new Processes();
  try {
    const { child: nats, server } = await processes.startNats(folder);
    const board = await processes.start('board-process.mjs', server);
    const { ask } = board;
    const groups = Array.from({ length: hostCount }, () => ({ plotters: [], stations: [] }));
    for (let at = 0; at < devices; at++)
      groups[at % hostCount][at < plotters ? 'plotters' : 'stations'].push(`device-${at}`);
    const hosts = await Promise.all(
      groups.map((group) =>
        processes.start(
          'devices-process.mjs',
          JSON.stringify({ server, folder: devicesFolder, heartbeatMs: 1_000, ...group }),
        ),
      ),
    );
    while ((await ask('online')) < devices) await sleep(200);

    const before = [await ask('cpuMs'), processorMs(nats.pid)];
    await sleep(restMs);
    const after = [await ask('cpuMs'), processorMs(nats.pid)];
    const rest = after.map((ms, at) => Math.round(((ms - before[at]) * 1000) / restMs));

    const flood = await ask('flood', { jobs });
    const paced = await ask('pace', { jobs: Math.min(pacedJobs, jobs), everyMs: 20 });
    const memory = [board.pid, nats.pid].map(highestMiB);
    const drawn = new Map();
    for (const host of hosts) {
      for (const [key, times] of await host.ask('drawn')) {
        const id = key.split(':')[1];
        drawn.set(id, (drawn.get(id) ?? 0) + times);
      }
    }
    const wrong = [...flood.ids, ...paced.ids].filter((id) => drawn.get(id) !== 1);
    if (wrong.length > 0) {
      problems += wrong.length;
      console.log(
        `${wrong.length} jobs were not drawn exactly once, such as ${wrong[0]}: ${drawn.get(wrong[0]) ?? 0} times`,
      );
    }
    const sorted = paced.waits.sort((one, other) => one - other);
    const part = (share) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
    const perSecond = Math.round((jobs / flood.claimedMs) * 1000);
    const waits = `${part(0.5)} ms, ${part(0.99)} ms`;
    printRow(devices, plotters, jobs, perSecond, waits, ...memory, rest.join(' + '));
  } finally {
    await processes.end();
    for (const each of [folder, devicesFolder]) rmSync(each, { recursive: true, force: true });
  }
}
