// Creates the code cache (`packages/cli/bin/load-program.mjs`) by running services and a client.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const folder = mkdtempSync(join(tmpdir(), 'stationery-code-'));
try {
  await services();
  // The connection to this unused port fails, but by then all code is loaded.
  await once(record(['files', 'list', '--station', 'http://127.0.0.1:9']), 'exit');
} catch (error) {
  // The cache is optional.
  process.stderr.write(`The program will start a little slower: ${error.message}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function services() {
  const child = record(['up']);
  const exit = once(child, 'exit');
  try {
    const urls = [];
    for await (const line of createInterface(child.stdout)) {
      const url = /^ {2}(http:\/\/\S+)$/.exec(line)?.[1];
      if (url !== undefined) urls.push(url);
      if (line.startsWith('Stop with')) break;
    }
    for (const path of ['/', '/api/v1/files']) await (await fetch(new URL(path, urls[0]))).arrayBuffer();
    for (const path of ['/', '/api/v1/jobs']) await (await fetch(new URL(path, urls[1]))).arrayBuffer();
  } finally {
    child.kill('SIGTERM');
    await exit;
  }
}

function record(words) {
  return spawn(process.execPath, [join(import.meta.dirname, 'record.mjs'), ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      STATIONERY_CONFIG: '',
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      STATION_DATA_DIR: join(folder, 'station'),
      STATION_DISCOVERY: 'off',
      STATION_PLAYER: 'browser',
      PLOTTER_HTTP_PORT: '0',
      PLOTTER_DATA_DIR: join(folder, 'plotter'),
    },
  });
}
