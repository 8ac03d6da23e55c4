import { packageVersion, systemClock } from '@stationery/core';
import { boardSettings, readBoardConfig } from '@stationery/fleet';
import type { NatsServer } from '@stationery/fleet/board';
import { boardPage } from '@stationery/web';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { addressLine, createServiceLog, type Running, runServices } from './service.ts';

export const boardCommandSettings = {
  title: 'Settings',
  section: 'board',
  table: boardSettings,
  example: '{ "fleetUrl": "nats://board.local" }',
} as const;

export const board = defineCommand({
  summary: 'Run the board of a fleet',
  about:
    'One queue for many plotters, over HTTP. It needs a NATS server with JetStream; “stationery fleet up” starts one too.',
  keepsRunning: true,
  settings: boardCommandSettings,
  examples: ['stationery fleet board', 'stationery fleet board --fleet-url nats://board.local'],
  run: (context) => runServices([() => startBoardAt(context)], context),
});

export interface OwnNats extends NatsServer {
  natsAccounts?: string;
  natsCa?: string;
}

/** Starts the board. `nats` overrides the NATS server in the settings. */
export async function startBoardAt(
  { sources }: Pick<CommandContext, 'sources'>,
  nats?: OwnNats,
): Promise<Running & { ready: Promise<void>; fleet: import('@stationery/fleet/board').Fleet }> {
  const given = sources('board');
  const own =
    nats === undefined
      ? []
      : [
          `--fleet-url=${nats.url}`,
          ...(nats.natsAccounts === undefined ? [] : [`--nats-accounts=${nats.natsAccounts}`]),
          ...(nats.natsCa === undefined ? [] : [`--nats-ca=${nats.natsCa}`]),
        ];
  const config = readBoardConfig({ ...given, args: [...(given.args ?? []), ...own] });
  const log = createServiceLog(config.logLevel);
  // Imports the board only here, so that other commands do not load NATS.
  const [{ startBoard }, { openReceived }] = await Promise.all([
    import('@stationery/fleet/board'),
    import('../clients/collection/open-publication.ts'),
  ]);
  const { http, https, fleet, ready, stop } = await startBoard(config, {
    pages: boardPage,
    clock: systemClock,
    log,
    openArchive: openReceived,
    ...(nats && { nats }),
  });
  return {
    about: {
      service: 'board',
      version: packageVersion,
      http: http.url,
      https: https.url,
      fleet: config.fleet.address,
    },
    title: `Stationery board ${packageVersion}`,
    http,
    lines: [
      addressLine(http),
      addressLine(https),
      `API docs      ${http.url}/api/docs`,
      `Fleet         ${config.fleet.address}`,
    ],
    ready,
    fleet,
    stop,
  };
}
