import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { program } from './client.ts';

export interface Services {
  station: string;
  stationHttps: string;
  plotter: string;
  folder: string;
}

/** Starts the station and the plotter service in a separate process, for all tests of a file. */
export function useServices(env: Record<string, string> = {}): Services {
  const services: Services = { station: '', stationHttps: '', plotter: '', folder: '' };
  let stop = async () => {};
  beforeAll(async () => {
    services.folder = await mkdtemp(join(tmpdir(), 'stationery-clients-'));
    const child = spawn(process.execPath, [program, 'up'], {
      env: {
        ...process.env,
        STATION_DATA_DIR: join(services.folder, 'station'),
        STATION_HTTP_PORT: '0',
        STATION_HTTPS_PORT: '0',
        STATION_PLAYER: 'browser',
        PLOTTER_DATA_DIR: join(services.folder, 'plotter'),
        PLOTTER_HTTP_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(child, 'close');
    stop = async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(services.folder, { recursive: true, force: true });
    };
    let said = '';
    for await (const piece of child.stdout.setEncoding('utf8')) {
      said += piece;
      if (said.includes('Stop with')) break;
    }
    const [station = '', plotter = ''] = said.match(/^ {2}http:\/\/localhost:\d+/gm) ?? [];
    services.station = station.trim();
    services.stationHttps = /https:\/\/localhost:\d+/.exec(said)?.[0] ?? '';
    services.plotter = plotter.trim();
  });
  afterAll(() => stop());
  return services;
}
