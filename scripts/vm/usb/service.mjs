// The built `stationery plotter`, as people run it, and its interface.
import { mkdtempSync } from 'node:fs';
// Not fetch: the program that it is made of takes 3 s to load in a machine without acceleration.
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../guest/stationery.mjs';

const base = 'http://127.0.0.1:3000/api/plotter';

export function startPlotter(serialPath) {
  return startService(['plotter'], {
    PLOTTER_SERIAL_PATH: serialPath,
    PLOTTER_DATA_DIR: mkdtempSync(join(tmpdir(), 'plotter-')),
  });
}

/** Gives the status, the headers, and what the answer holds. */
function ask(method, path, { headers = {}, body } = {}) {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asked = request(`${base}${path}`, { method, agent: false, headers: { ...type, ...headers } });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;
      resolve({ status: answer.statusCode, headers: answer.headers, data: JSON.parse(text) });
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export const get = async (path) => (await ask('GET', path)).data;

export const post = (path, body, headers) => ask('POST', path, { body, headers });

export const isOpen = async () => (await get('/health')).plotter.isOpen;
