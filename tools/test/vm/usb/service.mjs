// The built `stationery plotter` and its API.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../guest/http.mjs';
import { startService } from '../guest/stationery.mjs';

const base = 'http://127.0.0.1:3000/api/plotter';

export function startPlotter(serialPath) {
  return startService(['plotter'], {
    PLOTTER_SERIAL_PATH: serialPath,
    PLOTTER_DATA_DIR: mkdtempSync(join(tmpdir(), 'plotter-')),
  });
}

export const get = async (path) => JSON.parse((await ask(`${base}${path}`)).text);

export async function post(path, body, headers) {
  const json =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  const { text, ...answer } = await ask(`${base}${path}`, { method: 'POST', ...json });
  return { ...answer, data: JSON.parse(text) };
}

export const isOpen = async () => (await get('/health')).plotter.isOpen;
