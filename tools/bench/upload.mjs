// Measures how fast a file gets from the network to the card, and the memory needed.
//
//   npm run bench:upload [-- sizes in MiB, default 16 256 1024]
//
// Three servers receive the same bytes in one run, each in a separate process:
//   station   the built station: streaming JSON parser, base64, fsync, rename, database
//   floor     a bare node:http server that pipes the request to a file undecoded and fsyncs it
//   ordinary  a Fastify server with an ordinary JSON body, decoded at once and written with fsync
import { join } from 'node:path';
import { prepare } from '../lib/prepare.mjs';
import { machine, median, processorMs, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startProgram, startStation } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';
import { postUpload } from './lib/post-upload.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 100 });
const sizesMiB = positionals.map((size) => readNumber(size, 'a size in MiB'));
if (sizesMiB.length === 0) sizesMiB.push(16, 256, 1024);
const rounds = 5;
const ordinaryLimitMiB = 256;

await prepare();
const folder = temporaryFolder();
const servers = {
  station: await startStation(folder),
  floor: await startProgram([join(folder, 'floor')], {}, { script: 'tools/bench/lib/floor-server.mjs' }),
  ordinary: await startProgram(
    [join(folder, 'ordinary')],
    {},
    { script: 'tools/bench/lib/ordinary-server.mjs' },
  ),
};

try {
  console.log(`Upload, ${machine()}; median of ${rounds} rounds, MiB of content a second\n`);
  printHead(
    'size',
    'station',
    'floor',
    'ordinary',
    'station / floor',
    'station / ordinary',
    'memory station',
    'memory ordinary',
    'processor time station',
    'floor',
  );
  for (const sizeMiB of sizesMiB) {
    const speeds = { station: [], floor: [], ordinary: [] };
    const busyMs = { station: [], floor: [], ordinary: [] };
    const grownMiB = { station: 0, floor: 0, ordinary: 0 };
    for (let round = 0; round < rounds; round++) {
      for (const [name, server] of Object.entries(servers)) {
        if (name === 'ordinary' && sizeMiB > ordinaryLimitMiB) continue;
        await postUpload(server.url, 1, `warm-${name}-${sizeMiB}-${round}`);
        const before = server.residentMiB();
        const watch = server.watchMemory();
        const busyBefore = processorMs(server.pid);
        const seconds = await postUpload(server.url, sizeMiB, `bench-${sizeMiB}-${round}.bin`);
        grownMiB[name] = Math.max(grownMiB[name], watch.stop() - before);
        speeds[name].push(sizeMiB / seconds);
        busyMs[name].push((processorMs(server.pid) - busyBefore) / sizeMiB);
      }
    }
    const [station, floor, ordinary] = ['station', 'floor', 'ordinary'].map((name) => median(speeds[name]));
    const figure = (value) => (value === undefined ? 'not tried' : value.toFixed(0));
    const busy = (name) => `${median(busyMs[name]).toFixed(1)} ms/MiB`;
    const ratio = (value) => (value === undefined ? '' : (station / value).toFixed(2));
    const grown = (name) => `+${figure(grownMiB[name])} MiB`;
    printRow(
      `${sizeMiB} MiB`,
      ...[station, floor, ordinary].map(figure),
      ...[floor, ordinary].map(ratio),
      grown('station'),
      ordinary === undefined ? '' : grown('ordinary'),
      ...['station', 'floor'].map(busy),
    );
  }
} finally {
  for (const server of Object.values(servers)) await server.stop();
}
