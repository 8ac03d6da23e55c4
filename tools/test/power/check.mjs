// After a power cut: repairs and mounts the disks, starts the services on them, and compares the
// data with the acknowledged requests.
import assert from 'node:assert/strict';
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, systemClock } from '@stationery/core';
import { simulatedReader } from '@stationery/nfc';
import {
  DriverHost,
  openSimPort,
  plotterPort,
  readPlotterConfig,
  startPlotter,
  VirtualPlotter,
} from '@stationery/plotter';
import { readStationConfig, startStation } from '@stationery/station';
import { checkStation } from '../torture/station/check.mjs';
import './small-fetch.mjs';
import { clientsAt, jobsAt } from './history.mjs';
import { superblockCopy } from './record.mjs';

const repairs = {
  vfat: [['/sbin/fsck.vfat', '-a']],
  // An ext4 superblock spans two sectors and may be torn; then e2fsck repairs from a copy.
  ext4: [
    ['/sbin/e2fsck', '-p'],
    ['/sbin/e2fsck', '-p', '-b', String(superblockCopy)],
  ],
};
/**
 * Names of files that the station does not list: remains of a
 * FAT repair, or a temporary file that lost its long name.
 */
const isUnlisted = (name) => /^(?:STATIO~\d|ST[\dA-F]{4}~\d|FSCK\d{4}\.REC)$/i.test(name);
/** Folder for the disks, in memory if possible, because the services sync a lot. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const emptyBlock = Buffer.alloc(64 * 1024);

/** Cuts the power at `at` and checks the data. Returns the number of checks; throws on a violation. */
export async function checkCut({ shell, recording, station, at, random }) {
  const { disks, events } = recording;
  const folder = mkdtempSync(join(place, 'stationery-cut-'));
  try {
    const dataDir = join(folder, 'data');
    const said = [];
    said.push(
      await putBack({ shell, image: disks.get('data').after(at, random), fileSystem: 'ext4', to: dataDir }),
    );
    const cardDir = join(folder, 'card');
    const { name, fileSystem } = station;
    said.push(await putBack({ shell, image: disks.get(name).after(at, random), fileSystem, to: cardDir }));
    try {
      const { acknowledged } = await checkStationAt({
        events,
        name,
        at,
        dataDir: join(dataDir, name),
        cardDir,
      });
      const { jobs } = await checkPlotterAt({ events, at, dataDir: join(dataDir, 'plotter') });
      return { acknowledged, jobs };
    } catch (error) {
      error.message += `\n  repairs: ${said.join(' | ')}`;
      throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Repairs a disk and copies its files to a folder. Returns the output of the repair. */
async function putBack({ shell, image, fileSystem, to }) {
  const file = `${to}.img`;
  writeSparsely(file, image);
  mkdirSync(to);
  const said = await repair(shell, fileSystem, file);
  if (fileSystem === 'vfat') {
    // Copy the files with mtools, including their times, because not every kernel can mount a FAT.
    await shell.must('mcopy', '-s', '-m', '-n', '-i', file, '::/', to);
  } else {
    // Copy the files, so that nothing has to be unmounted before the next cut.
    const mounted = `${to}.mounted`;
    mkdirSync(mounted);
    await shell.must('mount', '-o', 'loop,ro', file, mounted);
    try {
      await shell.must('cp', '-a', `${mounted}/.`, to);
    } finally {
      await shell.must('umount', mounted);
    }
    rmSync(join(to, 'lost+found'), { recursive: true, force: true });
  }
  rmSync(file);
  return said;
}

async function repair(shell, fileSystem, file) {
  let said = '';
  for (const [program, ...args] of repairs[fileSystem]) {
    const { code, said: more } = await shell.run(program, ...args, file);
    said += more;
    // Exit code 1 means that errors were repaired.
    if (code <= 1) return said;
  }
  throw new Error(`the file system cannot be repaired: ${said}`);
}

/** Writes an image without its empty blocks, which are most of it. */
function writeSparsely(path, image) {
  const file = openSync(path, 'w');
  ftruncateSync(file, image.length);
  for (let at = 0; at < image.length; at += emptyBlock.length) {
    const block = image.subarray(at, at + emptyBlock.length);
    if (!block.equals(emptyBlock.subarray(0, block.length))) writeSync(file, block, 0, block.length, at);
  }
  closeSync(file);
}

async function checkStationAt({ events, name, at, dataDir, cardDir }) {
  const warnings = [];
  const reader = simulatedReader();
  const env = {
    STATION_DATA_DIR: dataDir,
    STATION_CARD_DIR: cardDir,
    STATION_HTTP_PORT: '0',
    STATION_HTTPS_PORT: '0',
  };
  const service = await startStation(readStationConfig({ args: [], env }), {
    reader,
    simulated: reader,
    clock: systemClock,
    log: logTo(warnings),
  });
  try {
    const { clients, owners, acknowledged } = clientsAt(events, name, at);
    await checkStation({ url: service.http.url, cardDir, clients, owners, isUnlisted }).catch((error) => {
      error.message += `\n  in flight: ${JSON.stringify(clients.map(({ inFlight }) => inFlight))}`;
      error.message += `\n  the service said: ${warnings.join(' ')}`;
      throw error;
    });
    return { acknowledged };
  } finally {
    await service.stop();
  }
}

async function checkPlotterAt({ events, at, dataDir }) {
  const said = [];
  const env = { PLOTTER_DATA_DIR: dataDir, PLOTTER_SERIAL_PATH: 'sim:', PLOTTER_HTTP_PORT: '0' };
  const config = readPlotterConfig({ args: [], env });
  const virtual = new VirtualPlotter({ speedFactor: 0 });
  const log = logTo(said);
  const port = plotterPort({
    portPath: config.serialPath,
    baudRate: config.serialBaud,
    openSim: () => openSimPort(virtual),
  });
  const driver = new DriverHost({ port, choice: 'auto', clock: systemClock, log });
  const service = await startPlotter(config, {
    driver,
    portAt: () => port,
    listPorts: async () => [],
    clock: systemClock,
    log,
  });
  try {
    const get = (path) => fetch(`${service.http.url}/api/plotter${path}`);
    const { jobs: listed } = await (await get('/jobs')).json();
    const sent = jobsAt(events, at);
    const byId = new Map(listed.map((job) => [job.id, job]));
    for (const job of sent.filter(({ isAccepted }) => isAccepted))
      assert.ok(byId.has(job.id), `job ${job.id} was accepted and is gone`);
    const ids = new Set(sent.map(({ id }) => id));
    for (const { id } of listed) assert.ok(ids.has(id), `job ${id} was never sent`);
    for (const expected of sent) {
      const job = byId.get(expected.id);
      if (job === undefined) continue;
      const commands = (await (await get(`/jobs/${job.id}/commands`)).text()).trimEnd().split('\n');
      assert.deepEqual(commands, expected.commands, `the commands of job ${job.id} are others`);
      checkProgress(job, expected);
    }
    return { jobs: sent.length };
  } finally {
    await service.stop();
    await virtual.close();
  }
}

function checkProgress({ id, state, completed }, { commands, seen, laterCompleted }) {
  const is = `job ${id} is ${JSON.stringify(state)} with ${completed} of ${commands.length} completed`;
  assert.match(state.state, /^(done|interrupted|held)$/, is);
  if (seen === 'done') assert.equal(state.state, 'done', `${is}; it was done`);
  if (laterCompleted !== undefined)
    assert.ok(completed <= laterCompleted, `${is}; later it was at ${laterCompleted}`);
}

function logTo(lines) {
  return createLogger({ level: 'warn', stream: { write: (line) => lines.push(line.trim()) } });
}
