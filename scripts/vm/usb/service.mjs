// The built `stationery plotter`, as people run it, and its interface.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStationery } from '../guest/stationery.mjs';

const base = 'http://127.0.0.1:3000/api/plotter';

export function startService(serialPath) {
  return startStationery(['plotter'], {
    PLOTTER_SERIAL_PATH: serialPath,
    PLOTTER_DATA_DIR: mkdtempSync(join(tmpdir(), 'plotter-')),
  });
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
