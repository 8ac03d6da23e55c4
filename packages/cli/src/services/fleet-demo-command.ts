import { join } from 'node:path';
import { messageOf } from '@stationery/core';
import { readBoardConfig } from '@stationery/fleet';
import { defineCommand } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { boardCommandSettings, startBoardAt } from './board-command.ts';
import { natsPortOption, startNats } from './fleet-up-command.ts';
import { startPlotterService } from './plotter-command.ts';
import { type Running, runServices, type StartService } from './service.ts';

/** Faster than in reality, so that one sees the queue move, and slow enough to see plots at work. */
const simSpeed = 2;
const rooms = ['room 1', 'room 2', 'room 3'];
const mostDevices = 50;

export const fleetDemo = defineCommand({
  summary: 'Run a board, a NATS server and simulated plotters at work',
  about:
    'For trying out, on this machine alone. Each plotter has its own page; drawings are queued at the start.',
  keepsRunning: true,
  settings: boardCommandSettings,
  options: {
    plotters: { placeholder: '<number>', help: 'How many simulated plotters; default: 5' },
    stations: { placeholder: '<number>', help: 'How many simulated stations; default: 0. Not available yet' },
    ...natsPortOption,
  },
  examples: ['stationery fleet demo', 'stationery fleet demo --plotters 10'],
  async run(context) {
    const { options, out } = context;
    const plotters = readCount(options.plotters, 'plotters', 5);
    if (readCount(options.stations, 'stations', 0) > 0)
      out.note('Simulated stations are not available yet: the demo runs with plotters alone.');
    const { dataDir } = readBoardConfig(context.sources('board'));
    const nats = await startNats(context, options['nats-port']);
    const startBoard: StartService = async () => {
      const board = await startBoardAt(context, nats);
      // Not waited for: the queue is read first.
      void submitDrawings(board.submit, plotters * 3).catch((error: unknown) => out.note(messageOf(error)));
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
          FLEET_URL: nats.url,
          FLEET_SHEETS: 'automatic',
          FLEET_TAGS: rooms[number % rooms.length],
        };
        const service = await startPlotterService({ sources: () => ({ args: [], env }) }, () => []);
        return { ...service, title: `Plotter ${number}` } satisfies Running;
      };
    try {
      const services = Array.from({ length: plotters }, (_, at) => startPlotter(at + 1));
      return await runServices([startBoard, ...services], context);
    } finally {
      await nats.stop();
    }
  },
});

type Submit = Awaited<ReturnType<typeof startBoardAt>>['submit'];

/** Stars with more and more points. */
async function submitDrawings(submit: Submit, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const points = 4 + (number % 9);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="-50 -50 100 100"><path d="${star(points)}" fill="none" stroke="black"/></svg>`;
    const name = `Star with ${points} points`;
    await submit({ kind: 'drawing', bytes: Buffer.from(svg), name, options: { paper: 'a5' } });
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
  if (Number.isInteger(count) && count >= 0 && count <= mostDevices) return count;
  throw new UsageError(`--${name} must be a whole number from 0 to ${mostDevices}, not “${text}”`);
}
