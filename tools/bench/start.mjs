// Measures the time to the first answer and the idle memory of the packaged services, compared with
// a bare HTTP server on the same Node.
//
//   npm run bench:start [-- rounds, default 5 [folder of another checkout to measure in turn with
//   this one]]
//
// Every round starts each of them once. The first round does not count, because it creates databases
// and a certificate. Resident (RSS) and anonymous memory are measured ten seconds after the first
// answer and ten requests.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/prepare.mjs';
import { freePort, machine, median, processorMs } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 2 });
const rounds = readNumber(positionals[0] ?? '5', 'the number of rounds');
const other = positionals[1];
const restMs = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'stationery-bench-'));
const bare = join(folder, 'bare.mjs');

try {
  const program = unpack(root, 'this');
  const before = other === undefined ? undefined : unpack(other, 'other');
  writeFileSync(
    bare,
    `import { createServer } from 'node:http';
     createServer((request, response) => response.end('{}')).listen(process.env.STATION_HTTP_PORT, '127.0.0.1');`,
  );
  /** @type {Record<string, [string, ...string[]]>} */
  const starts = {
    station: [program, 'station'],
    plotter: [program, 'plotter'],
    ...(before && { 'station, other': [before, 'station'], 'plotter, other': [before, 'plotter'] }),
    'bare server': [join(dirname(program), 'node'), bare],
  };
  const figures = Object.fromEntries(Object.keys(starts).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, command] of Object.entries(starts)) {
      const figure = await measure(name, command);
      if (round > 0) figures[name].push(figure);
    }
  }
  const node = execFileSync(starts['bare server'][0], ['--version'], { encoding: 'utf8' }).trim();
  console.log(
    `First answer and memory at rest, ${machine()}; packaged ${node}; median of ${rounds} starts\n`,
  );
  printHead('', 'first answer', 'processor time until then', 'memory at rest', 'of that anonymous');
  for (const [name, all] of Object.entries(figures)) {
    const [firstMs, processorMs, residentMiB, anonymousMiB] = [
      'firstMs',
      'processorMs',
      'residentMiB',
      'anonymousMiB',
    ].map((key) => median(all.map((figure) => figure[key])).toFixed(0));
    printRow(name, `${firstMs} ms`, `${processorMs} ms`, `${residentMiB} MiB`, `${anonymousMiB} MiB`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function unpack(checkout, name) {
  const folderOfIt = join(folder, name);
  mkdirSync(folderOfIt);
  const packaging = [
    'tools/release/package.mjs',
    '--only',
    'archive',
    '--compression',
    '1',
    '--out',
    folderOfIt,
  ];
  const [archive] = execFileSync(process.execPath, packaging, { cwd: checkout, encoding: 'utf8' }).split(
    '\n',
  );
  execFileSync('tar', ['-xzf', archive, '-C', folderOfIt]);
  return join(folderOfIt, 'stationery/bin/stationery');
}

async function measure(name, [command, ...args]) {
  const port = await freePort();
  const data = join(folder, 'data', name);
  const child = spawn(command, args, {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      STATION_HTTP_PORT: String(port),
      STATION_HTTPS_PORT: '0',
      STATION_DATA_DIR: data,
      PLOTTER_HTTP_PORT: String(port),
      PLOTTER_DATA_DIR: data,
    },
  });
  try {
    const started = performance.now();
    const ask = () => fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.arrayBuffer());
    while (child.exitCode === null && !(await ask().then(Boolean, () => false))) await sleep(2);
    const firstMs = performance.now() - started;
    const busyMs = processorMs(child.pid);
    for (let count = 0; count < 9; count++) await ask();
    await sleep(restMs);
    const memory = readFileSync(`/proc/${child.pid}/smaps_rollup`, 'utf8');
    const inMiB = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(memory)[1]) / 1024;
    return { firstMs, processorMs: busyMs, residentMiB: inMiB('Rss'), anonymousMiB: inMiB('Anonymous') };
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}
