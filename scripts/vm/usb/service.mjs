// The built `stationery plotter`, as people run it, and its interface.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `stationery` does in an installed package; in a checkout it would first look whether to build. */
const program = `
  const { main } = await import('${new URL('../../../packages/cli/dist/main.js', import.meta.url)}');
  process.exitCode = await main(['plotter']);
`;
const base = 'http://127.0.0.1:3000/api/plotter';

export function startService(serialPath) {
  const env = {
    ...process.env,
    PLOTTER_SERIAL_PATH: serialPath,
    PLOTTER_DATA_DIR: mkdtempSync(join(tmpdir(), 'plotter-')),
  };
  return spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: ['ignore', 2, 2] });
}

export async function get(path) {
  const answer = await fetch(`${base}${path}`);
  return answer.json();
}

export function post(path, body, headers = {}) {
  return fetch(`${base}${path}`, {
    method: 'POST',
    ...(body === undefined
      ? { headers }
      : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
  });
}

export const isOpen = async () => (await get('/health')).plotter.isOpen;
