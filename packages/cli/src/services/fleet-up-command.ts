import { join } from 'node:path';
import { systemClock } from '@stationery/core';
import { readBoardConfig } from '@stationery/fleet';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { boardCommandSettings, type OwnNats, startBoardAt } from './board-command.ts';
import { createServiceLog, runServices } from './service.ts';

export const fleetUp = defineCommand({
  summary: 'Run the board with a NATS server for this machine',
  about:
    'Starts nats-server with JetStream, its data in the data folder, and then the board. Without --nats-host it is for trying out: on loopback, and for everybody there. Says how to install nats-server if it is missing.',
  keepsRunning: true,
  settings: boardCommandSettings,
  examples: [
    'stationery fleet up',
    'stationery fleet up --nats-port 4333 --data-dir /tmp/fleet',
    'stationery fleet up --nats-host 0.0.0.0 --host 0.0.0.0',
  ],
  async run(context) {
    const { natsHost } = readBoardConfig(context.sources('board'));
    const nats = await startNats(context, natsHost);
    try {
      return await runServices([() => startBoardAt(context, nats)], context);
    } finally {
      await nats.stop();
    }
  },
});

export async function startNats(
  { sources, env, signal }: Pick<CommandContext, 'sources' | 'env' | 'signal'>,
  host?: string,
): Promise<OwnNats> {
  const { dataDir, logLevel, natsPort: port = 4222 } = readBoardConfig(sources('board'));
  const { startNatsServer, startSecureNatsServer } = await import('@stationery/fleet/board');
  const parts = { clock: systemClock, log: createServiceLog(logLevel), signal };
  if (host !== undefined) return startSecureNatsServer({ dataDir, host, port, path: env.PATH }, parts);
  return startNatsServer({ folder: join(dataDir, 'nats'), port, path: env.PATH }, parts);
}
