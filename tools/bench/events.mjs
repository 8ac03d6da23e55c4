// Measures what event streams cost during a plot: CPU time of the service per command, with 0, 20 and
// 200 clients.
//
//   npm run bench:events [-- commands, default 5000]
//
// Runs the built service once on a device behind TCP that answers every line at once. The same job
// is plotted with each number of clients in turn, several times; each client is a connection that
// reads everything. Figures are ratios to the rounds without clients in the same run. Device and
// clients are in this process, so their CPU time is not counted.
import { connect, createServer } from 'node:net';
import { prepare } from '../lib/prepare.mjs';
import { machine, median, processorMs, temporaryFolder } from '../lib/programs.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { startPlotter } from '../lib/service.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
const count = readNumber(positionals[0] ?? '5000', 'the number of commands');
const rounds = 5;
const clientCounts = [0, 20, 200];

await prepare();
const device = await startDevice();
let service;
try {
  service = await startPlotter(temporaryFolder(), {
    PLOTTER_SERIAL_PATH: `tcp:127.0.0.1:${device.address().port}`,
  });
  const perCommandMs = new Map(clientCounts.map((clients) => [clients, []]));
  await draw(500);
  for (let round = 0; round < rounds; round++) {
    for (const clients of clientCounts) {
      const sockets = await Promise.all(Array.from({ length: clients }, listen));
      const beforeMs = processorMs(service.pid);
      await draw(count);
      perCommandMs.get(clients).push((processorMs(service.pid) - beforeMs) / count);
      for (const socket of sockets) socket.destroy();
    }
  }
  console.log(`Event streams, ${machine()}; ${count} commands, median of ${rounds} rounds\n`);
  printHead('clients', 'processor time per command', 'ratio to no client');
  const base = median(perCommandMs.get(0));
  for (const clients of clientCounts) {
    const ms = median(perCommandMs.get(clients));
    printRow(clients, `${ms.toFixed(3)} ms`, (ms / base).toFixed(2));
  }
} finally {
  await service?.stop();
  device.close();
}

function startDevice() {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\n')) if (line !== '') socket.write('OK\n');
    });
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function draw(commands) {
  const script = Array.from({ length: commands }, (_, at) => `MOVE X${at % 100} Y${at % 70}`).join('\n');
  const answer = await fetch(`${service.url}/api/plotter/job`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ script }),
  });
  const { ok } = await answer.json();
  if (!ok) throw new Error('the job did not go well');
}

function listen(_, at) {
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${2 + (at % 100)}` });
  socket.write('GET /api/plotter/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('data', () => {
      socket.resume();
      resolve(socket);
    });
  });
}
