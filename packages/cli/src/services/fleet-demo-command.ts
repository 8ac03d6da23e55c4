import { once } from 'node:events';
import { join } from 'node:path';
import { messageOf, sleep, systemClock } from '@stationery/core';
import { readBoardConfig } from '@stationery/fleet';
import type { Fleet } from '@stationery/fleet/board';
import type { SimulatedReader } from '@stationery/nfc';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { boardCommandSettings, startBoardAt } from './board-command.ts';
import { publishDemoCollection, startDemoStation, tapRegularly } from './demo-stations.ts';
import { startNats } from './fleet-up-command.ts';
import { startPlotterService } from './plotter-command.ts';
import { createServiceLog, type Running, runServices, type StartService } from './service.ts';

/** Faster than real plotters, so that the queue moves, but slow enough to watch. */
const simSpeed = 2;
const rooms = ['room 1', 'room 2', 'room 3'];
const maxDevices = 50;
const lookMs = 1_000;

export const fleetDemo = defineCommand({
  summary: 'Run a board, a NATS server and simulated devices at work',
  about:
    'For trying out, on this machine alone. Each device has its own page. Drawings are queued at the start; stations download a collection, and tags are put on them.',
  keepsRunning: true,
  settings: boardCommandSettings,
  options: {
    plotters: { placeholder: '<number>', help: 'How many simulated plotters; default: 5' },
    stations: { placeholder: '<number>', help: 'How many simulated stations; default: 20' },
  },
  examples: ['stationery fleet demo', 'stationery fleet demo --plotters 10 --stations 5'],
  async run(context) {
    const { options, out, signal } = context;
    const plotters = readCount(options.plotters, 'plotters', 5);
    const stations = readCount(options.stations, 'stations', 20);
    const { dataDir } = readBoardConfig(context.sources('board'));
    const log = createServiceLog('warn');
    const nats = await startNats(context);
    const fleetUrl = nats.url;
    const place = (number: number) => rooms[number % rooms.length] ?? '';
    const startBoard: StartService = async () => {
      // Start the board first, because devices use what it creates at the NATS server.
      const board = await startReady(() => startBoardAt(context, nats), signal);
      const giveWork = async () => {
        if (stations > 0) await publishDemoCollection(fleetUrl, log, signal);
        await keepBusy(board.fleet, plotters, signal);
      };
      void giveWork().catch((error: unknown) => {
        if (!signal.aborted) out.note(messageOf(error));
      });
      return board;
    };
    const startPlotter =
      (number: number): StartService =>
      async () => {
        const env = {
          PLOTTER_HTTP_PORT: '0',
          PLOTTER_DATA_DIR: join(dataDir, `demo/plotter-${number}`),
          PLOTTER_SIM_SPEED: String(simSpeed),
          PLOTTER_LOG_LEVEL: 'warn',
          FLEET_URL: fleetUrl,
          FLEET_SHEETS: 'automatic',
          FLEET_NAME: `Plotter ${number}`,
          FLEET_TAGS: place(number),
        };
        const service = await startPlotterService({ sources: () => ({ args: [], env }) }, () => []);
        return { ...service, title: `Plotter ${number}` } satisfies Running;
      };
    const readers: SimulatedReader[] = [];
    const startStation =
      (number: number): StartService =>
      async () => {
        const folder = join(dataDir, `demo/station-${number}`);
        const station = await startDemoStation({ number, folder, fleetUrl, fleetTags: [place(number)], log });
        readers.push(station.reader);
        return station;
      };
    const stopTapping = tapRegularly(readers, systemClock);
    try {
      const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
      const devices = [...numbers(plotters).map(startPlotter), ...numbers(stations).map(startStation)];
      return await runServices([startBoard, ...devices], context, { printsEach: true });
    } finally {
      stopTapping();
      await nats.stop();
    }
  },
});

async function keepBusy(fleet: Fleet, plotters: number, signal: AbortSignal): Promise<void> {
  for (let number = 0; !signal.aborted; number++) {
    if (fleet.count('waiting') >= plotters * 2) {
      await sleep(systemClock, lookMs, signal).catch(() => undefined);
      continue;
    }
    const points = 5 + (number % 9);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="-50 -50 100 100"><path d="${star(points)}" fill="none" stroke="black"/></svg>`;
    const name = `Star with ${points} points`;
    await fleet.submit({ kind: 'drawing', bytes: Buffer.from(svg), name, options: { paper: 'a5' } });
  }
}

function star(points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, at) => {
    const angle = (at * Math.PI) / points;
    const radius = at % 2 === 0 ? 45 : 20;
    return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${corners.join(' L')} Z`;
}

function readCount(text: string | undefined, name: string, fallback: number): number {
  const count = Number(text ?? fallback);
  if (Number.isInteger(count) && count >= 0 && count <= maxDevices) return count;
  throw new UsageError(`--${name} must be a whole number from 0 to ${maxDevices}, not “${text}”`);
}

/**
 * Starts a service and waits until it is ready, because the next
 * step relies on it. Returns early if the signal is aborted.
 */
export async function startReady<T extends { ready: Promise<unknown> }>(
  start: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const service = await start();
  if (!signal.aborted) await Promise.race([service.ready, once(signal, 'abort')]);
  return service;
}
