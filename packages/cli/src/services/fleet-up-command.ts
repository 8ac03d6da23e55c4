import { join } from 'node:path';
import { systemClock } from '@stationery/core';
import { readBoardConfig } from '@stationery/fleet';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import { boardCommandSettings, startBoardAt } from './board-command.ts';
import { createServiceLog, runServices } from './service.ts';

export const natsPortOption = {
  'nats-port': { placeholder: '<port>', help: 'Port of the NATS server; default: 4222' },
} as const;

export const fleetUp = defineCommand({
  summary: 'Run the board with a NATS server for this machine',
  about:
    'For trying out: starts nats-server with JetStream on loopback, its data in the data folder, and then the board. Says how to install it if it is missing.',
  keepsRunning: true,
  settings: boardCommandSettings,
  options: natsPortOption,
  examples: ['stationery fleet up', 'stationery fleet up --nats-port 4333 --data-dir /tmp/fleet'],
  async run(context) {
    const nats = await startNats(context, context.options['nats-port']);
    try {
      return await runServices([() => startBoardAt(context, nats.url)], context);
    } finally {
      await nats.stop();
    }
  },
});

export async function startNats(
  { sources, env }: Pick<CommandContext, 'sources' | 'env'>,
  portText = '4222',
) {
  const port = Number(portText);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UsageError(`--nats-port must be a port from 1 to 65535, not “${portText}”`);
  const { dataDir, logLevel } = readBoardConfig(sources('board'));
  const { startNatsServer } = await import('@stationery/fleet/board');
  const parts = { clock: systemClock, log: createServiceLog(logLevel) };
  return startNatsServer({ folder: join(dataDir, 'nats'), port, path: env.PATH }, parts);
}
