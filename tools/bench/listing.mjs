// Compares listing a card with many files with nginx listing the same folder as JSON.
//
//   npm run bench:listing [-- number of files, default 10000]
//   npm run bench:listing -- growth
//
// Both serve the same folder in one run; wrk asks each in turn with the same connections. Then
// measures an upload, a deletion and a listing with 1,000, 10,000 and 100,000 files; with `growth`,
// only that.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../lib/prepare.mjs';
import { freePort, machine, median, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startStation } from '../lib/service.mjs';
import { benchPrograms, ensurePrograms } from '../lib/system-packages.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { until } from '../lib/until.mjs';
import { measureGrowth } from './lib/listing-growth.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
if (positionals[0] === 'growth') {
  await prepare();
  await showGrowth();
  process.exit();
}
const fileCount = readNumber(positionals[0] ?? '10000', 'the number of files');
const rounds = 3;
const seconds = 8;
const connections = 16;

ensurePrograms(benchPrograms);
await prepare();
const folder = temporaryFolder();
chmodSync(folder, 0o755);
const card = join(folder, 'card');
mkdirSync(card);
for (let number = 0; number < fileCount; number++) {
  writeFileSync(
    join(card, `Track ${String(number).padStart(5, '0')} of the long playlist.mp3`),
    'x'.repeat(number % 100),
  );
}
const station = await startStation(folder, { STATION_CARD_DIR: card });
const nginx = await startNginx();

try {
  const addresses = { station: `${station.url}/api/v1/sdcard`, nginx: `${nginx.url}/card/` };
  for (const [name, address] of Object.entries(addresses)) await expectFiles(name, address);
  const figures = { station: [], nginx: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, address] of Object.entries(addresses)) figures[name].push(load(address));
  }
  const speed = (name) => median(figures[name].map((each) => each.perSecond));
  const p99 = (name) => median(figures[name].map((each) => each.p99Ms));
  console.log(
    `Listing ${fileCount} files, ${machine()}; ${connections} connections, median of ${rounds} rounds of ${seconds} s\n`,
  );
  printHead('', 'requests a second', 'p99');
  for (const name of ['station', 'nginx'])
    printRow(name, speed(name).toFixed(0), `${p99(name).toFixed(1)} ms`);
  console.log(
    `\nstation / nginx: ${(speed('station') / speed('nginx')).toFixed(1)} times the requests, ${(p99('nginx') / p99('station')).toFixed(1)} times shorter at p99`,
  );
} finally {
  await station.stop();
  await nginx.stop();
}
await showGrowth();

async function showGrowth() {
  console.log(`\nAs the card fills up, ${machine()}; medians, as ratios to 1,000 files\n`);
  console.log(await measureGrowth([1_000, 10_000, 100_000]));
}

async function startNginx() {
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_processes 1;
    events { worker_connections 1024; }
    http { access_log off; sendfile on; tcp_nopush on;
      server { listen 127.0.0.1:${port}; location /card/ { root ${folder}; autoindex on; autoindex_format json; } } }`,
  );
  const child = spawn('/usr/sbin/nginx', ['-c', config, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', () =>
    fetch(`${url}/card/`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function expectFiles(name, address) {
  const document = await (await fetch(address)).json();
  const listed = Array.isArray(document) ? document.length : document.included.length;
  if (listed !== fileCount) throw new Error(`${name} lists ${listed} files`);
}

function load(address) {
  const { stdout } = spawnSync('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', address], {
    encoding: 'utf8',
  });
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const p99Ms = Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit];
  if (/Non-2xx/.test(stdout) || !(perSecond > 0)) throw new Error(`wrk: ${stdout}`);
  return { perSecond, p99Ms };
}
