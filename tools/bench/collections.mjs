// Measures a collection for many stations: the time compared with plain copies over loopback, and
// the bytes sent again after a cut.
//
//   npm run bench:collections [-- --mib 2048 --stations 50 --cuts 20]
//
// Uses a real nats-server; the stations run in two processes with the fleet agents and the
// station's file reception. For plain copies, all stations download the same files over
// HTTP at once, without hashes. In both cases a card keeps one file at a time, in memory if possible,
// so that the disk is not measured.
import { randomBytes } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256, silentLogger, systemClock } from '../../packages/core/dist/index.js';
import { createLayout } from '../../packages/fleet/dist/board/index.js';
import { Broker, publishCollection, rollOut } from '../../packages/fleet/dist/collections/index.js';
import { useMemoryFolder } from '../lib/memory-folder.mjs';
import { highestMiB, machine, processorMs } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { startCuttingProxy } from './fleet/cutting-proxy.mjs';
import { Processes } from './fleet/processes.mjs';

const { values } = readArguments({
  script: import.meta.filename,
  options: {
    mib: { type: 'string', default: '2048' },
    stations: { type: 'string', default: '50' },
    cuts: { type: 'string', default: '20' },
  },
});
const [mib, stations] = ['mib', 'stations'].map((name) => readNumber(values[name], `--${name}`));
const cuts = readNumber(values.cuts, '--cuts', 0);
const fileMib = Math.min(32, mib);
const fileCount = Math.round(mib / fileMib);
const wholeBytes = fileCount * fileMib * 2 ** 20;
const collection = 'museum';
const chunkKib = 256;

const folder = mkdtempSync(join(tmpdir(), 'stationery-bench-'));
useMemoryFolder();
const cards = mkdtempSync(join(tmpdir(), 'cards-'));
const processes = new Processes();
const stopping = new AbortController();
let broker;
try {
  console.log(`${machine()}; ${fileCount} files of ${fileMib} MiB, ${stations} stations\n`);
  const files = makeFiles(join(folder, 'files'));
  const nats = await processes.startNats(folder);
  const trying = { clock: systemClock, log: silentLogger, signal: stopping.signal };
  broker = new Broker({ server: nats.server, isTls: false }, 'bench', trying);
  await broker.first();
  await createLayout(broker);

  const list = JSON.stringify({
    type: 'stationery-collection',
    version: 1,
    nickname: 'Museum',
    files: files.map(({ path: _, ...file }) => file),
    tags: [],
    player: {},
  });
  const published = await timed([process.pid, nats.child.pid], () =>
    publishCollection(broker.current, {
      collection,
      list,
      tags: 0,
      files: files.map(({ sha256, size, path }) => ({
        sha256,
        size,
        pieces: (from) => createReadStream(path, { start: from }),
      })),
    }),
  );
  const { version } = published.result;
  await rollOut(broker.current, { collection, version, stage: 'all', force: true });

  const hosts = await Promise.all([0, 1].map(() => processes.start('stations-process.mjs', cards)));
  const sender = await processes.start('files-process.mjs', join(folder, 'files'));
  const url = await sender.ask('url');
  const share = (at) =>
    Array.from({ length: stations }, (_, number) => `station-${number}`).filter(
      (_, number) => number % hosts.length === at,
    );
  const all = (from, command, given) =>
    timed([from, ...hosts.map(({ pid }) => pid)], () =>
      Promise.all(hosts.map((host, at) => host.ask(command, { ...given, ids: share(at) }))),
    );
  const copied = await all(sender.pid, 'copy', { url, files: fileCount });
  const followed = await all(nats.child.pid, 'follow', { server: nats.server, collection, version });
  const writtenBytes = sum(followed.result);

  printHead('', 's', 'MiB/s, all stations', 'processor time, s: sender + receivers');
  row('published once', published, wholeBytes);
  row(`${stations} plain copies`, copied, stations * wholeBytes);
  row(`${stations} stations of the fleet`, followed, stations * wholeBytes);
  const times = (followed.ms / copied.ms).toFixed(2);
  const timesProcessor = (sum(followed.processorMs) / sum(copied.processorMs)).toFixed(2);
  console.log(
    `\nThe fleet takes ${times} times as long as the plain copies, and ${timesProcessor} times the processor time.`,
  );
  if (writtenBytes !== stations * wholeBytes)
    fail(`the cards were given ${writtenBytes} bytes instead of ${stations * wholeBytes}`);
  console.log(`NATS server: ${highestMiB(nats.child.pid)} MiB.`);

  const wireBytes = async (id, cutAfter) => {
    const proxy = await startCuttingProxy(nats.port, cutAfter);
    const given = { server: proxy.server, collection, version, ids: [id] };
    const written = await hosts[0].ask('follow', given);
    proxy.close();
    if (written !== wholeBytes) fail(`${written} bytes were written to a card, of ${wholeBytes}`);
    return { received: proxy.received(), cuts: proxy.cuts() };
  };
  const uncut = await wireBytes('uncut', []);
  // Cut at random positions, so that the cuts may be anywhere in a chunk.
  const pieces = Array.from({ length: cuts }, () =>
    Math.floor((wholeBytes / (cuts + 1)) * (0.5 + Math.random() / 2)),
  );
  const cut = await wireBytes('cut', pieces);
  const againKib = (cut.received - uncut.received) / 1024 / cut.cuts;
  console.log(
    `\n${cut.cuts} cuts: ${againKib.toFixed(0)} KiB sent again for each, of a chunk of ${chunkKib} KiB; written to the card twice: none.`,
  );
  if (cut.cuts !== cuts) fail(`${cut.cuts} cuts instead of ${cuts}`);
  if (againKib > chunkKib) fail('more than the chunk that was cut is sent again');
} finally {
  stopping.abort();
  await broker?.close();
  await processes.end();
  rmSync(cards, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function makeFiles(path) {
  mkdirSync(path);
  const bytes = randomBytes(fileMib * 2 ** 20);
  return Array.from({ length: fileCount }, (_, at) => {
    bytes.writeUInt32LE(at);
    const file = join(path, `${at}`);
    writeFileSync(file, bytes);
    const entry = `files/${String(at + 1).padStart(6, '0')}`;
    return { entry, filename: `${at}.mp3`, size: bytes.length, sha256: sha256(bytes), path: file };
  });
}

/** Measures the time of `work` and the CPU time of the processes, of which the first is the sender. */
async function timed(pids, work) {
  const before = pids.map(processorMs);
  const startMs = performance.now();
  const result = await work();
  const ms = performance.now() - startMs;
  return { result, ms, processorMs: pids.map((pid, at) => processorMs(pid) - before[at]) };
}

function row(what, { ms, processorMs: [sender, ...others] }, bytes) {
  const seconds = ms / 1000;
  const busy = [sender, sum(others)].map((each) => (each / 1000).toFixed(1));
  printRow(what, seconds.toFixed(1), Math.round(bytes / 2 ** 20 / seconds), busy.join(' + '));
}

function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0);
}

function fail(why) {
  console.log(`Wrong: ${why}.`);
  process.exitCode = 1;
}
