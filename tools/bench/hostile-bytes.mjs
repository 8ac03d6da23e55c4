// Measures how much hostile bytes cost a station compared with honest ones.
//
//   node tools/bench/hostile-bytes.mjs [times as much, default 1]
//
// Runs the built station once. Two senders in this process send each kind of body and wait for the answer. The CPU
// time is that of the service. The wait is how long `GET /api/v1/settings` takes, requested repeatedly meanwhile.
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepare } from '../lib/prepare.mjs';
import { machine, processorMs, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startStation } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const factor = readNumber(positionals[0] ?? '1', 'how many times as much');
const senders = 2;
const blockBytes = 64 * 1024;

const chunk = (text) => `${text.length.toString(16)}\r\n${text}\r\n`;
const upload = { head: 'POST /api/v1/files', type: 'application/json' };
const opening = chunk('{"data":{"type":"file","filename":"x.bin","encoded":"');
const kinds = [
  {
    name: 'upload, as browsers send it',
    megabytes: 100,
    ...upload,
    opening,
    piece: chunk('QUJD'.repeat(16_000)),
  },
  {
    name: 'upload of escapes (`\\u0051`)',
    megabytes: 20,
    ...upload,
    opening,
    piece: chunk('\\u0051'.repeat(10_000)),
  },
  { name: 'upload in chunks of 1 byte', megabytes: 1, ...upload, opening, piece: chunk('Q') },
  {
    name: 'chunks of 1 byte to an unknown path',
    megabytes: 1,
    ...upload,
    head: 'POST /nowhere',
    opening,
    piece: chunk('Q'),
  },
  {
    name: 'multipart of empty parts',
    megabytes: 5,
    head: 'PATCH /api/v1/firmware',
    type: 'multipart/form-data; boundary=x',
    opening: chunk('--x\r\n'),
    piece: chunk('\r\n--x\r\n'.repeat(9_000)),
  },
];

await prepare();
const folder = temporaryFolder();
mkdirSync(join(folder, 'card'));
let service;
try {
  service = await startStation(folder, {
    STATION_CARD_DIR: join(folder, 'card'),
    STATION_READER: 'sim:',
    STATION_DISCOVERY: 'off',
    STATION_LOG_LEVEL: 'error',
  });
  await measure(kinds[0]);
  console.log(`Hostile and honest bytes, ${machine()}; ${senders} senders\n`);
  printHead('body', 'received', 'processor time per MB', 'share of a processor', 'longest wait');
  for (const kind of kinds) {
    const { bytes, cpuMs, tookMs, waitMs } = await measure(kind);
    const megabytes = bytes / 1e6;
    const perMegabyte = `${(cpuMs / megabytes).toFixed(1)} ms`;
    const share = `${Math.round((100 * cpuMs) / tookMs)} %`;
    printRow(kind.name, `${megabytes.toFixed(1)} MB`, perMegabyte, share, `${Math.round(waitMs)} ms`);
  }
} finally {
  await service?.stop();
}

async function measure(kind) {
  const before = processorMs(service.pid);
  const startedMs = performance.now();
  let isOver = false;
  const sent = Promise.all(Array.from({ length: senders }, () => send(kind)));
  const asked = ask(() => isOver);
  const bytes = (await sent).reduce((sum, each) => sum + each, 0);
  isOver = true;
  const tookMs = performance.now() - startedMs;
  return { bytes, cpuMs: processorMs(service.pid) - before, tookMs, waitMs: await asked };
}

/** Sends bodies of a kind, each request on a new connection. */
async function send(kind) {
  const most = (factor * kind.megabytes * 1e6) / senders;
  let bytes = 0;
  while (bytes < most) bytes += await sendOnce(kind, most - bytes);
  return bytes;
}

function sendOnce({ head, type, opening, piece }, most) {
  const block = Buffer.from(piece.repeat(Math.max(1, Math.floor(blockBytes / piece.length))));
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    let sent = 0;
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(sent));
    socket.on('data', () => socket.destroy());
    socket.write(`${head} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n`);
    socket.write(`Transfer-Encoding: chunked\r\n\r\n${opening}`);
    const more = () => {
      while (sent < most && !socket.destroyed) {
        sent += block.length;
        if (!socket.write(block)) return socket.once('drain', more);
      }
      socket.end('0\r\n\r\n');
    };
    more();
  });
}

async function ask(isOver) {
  let maxMs = 0;
  while (!isOver()) {
    const since = performance.now();
    await (await fetch(`${service.url}/api/v1/settings`)).text();
    maxMs = Math.max(maxMs, performance.now() - since);
    await sleep(10);
  }
  return maxMs;
}
