import { silentLogger, systemClock } from '@stationery/core';
import { boardCredentialsFile, readBoardConfig, readCredentials, readFleetConfig } from '@stationery/fleet';
import { Broker, createBuckets } from '@stationery/fleet/collections';
import type { CommandContext } from '../../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';

/** Options of every command that contacts the broker. */
export const fleetOptions = {
  'fleet-credentials': {
    placeholder: '<file>',
    help: 'Credentials for the NATS server (default: FLEET_CREDENTIALS, or those of a board on this machine)',
    completes: 'file',
  },
  'fleet-url': { placeholder: '<url>', help: 'NATS server of the fleet (default: FLEET_URL)' },
  collection: { placeholder: '<name>', help: 'Which collection' },
} as const;

interface Chosen {
  'fleet-credentials': string | undefined;
  'fleet-url': string | undefined;
  collection: string | undefined;
}

const connectWithinMs = 5_000;

/** Runs `work` with a connection to the broker; fails if it cannot be reached. */
export async function withFleet(
  { env, signal, options, sources }: Pick<CommandContext, 'env' | 'signal' | 'sources'> & { options: Chosen },
  work: (broker: Broker['current'], collection: string) => Promise<undefined>,
): Promise<undefined> {
  const fleetUrl = options['fleet-url'] ?? env.FLEET_URL;
  const fleetCollection = options.collection ?? env.FLEET_COLLECTION;
  if (fleetCollection === undefined) throw new UsageError('--collection is missing');
  const named = options['fleet-credentials'] ?? env.FLEET_CREDENTIALS;
  const found = readCredentials(named ?? boardCredentialsFile(readBoardConfig(sources('board')).dataDir));
  if (named !== undefined && found === undefined) throw new UsageError(`there is no file ${named}`);
  if (named !== undefined && found?.deviceId !== undefined)
    throw new UsageError(
      `${named} has the credentials of the device “${found.deviceId}”. Use those of the board: board-credentials.json in its data folder`,
    );
  // The board's credentials are for its own server only.
  const isSelected = named !== undefined || fleetUrl === undefined || fleetUrl === found?.url;
  const credentials = isSelected ? found : undefined;
  const config = readFleetConfig({ fleetUrl, fleetTags: [], fleetCollection, credentials });
  if (config === undefined) throw new UsageError('Set FLEET_URL, or use --fleet-url');
  const over = new AbortController();
  const late = AbortSignal.timeout(connectWithinMs);
  const trying = {
    clock: systemClock,
    log: silentLogger,
    signal: AbortSignal.any([signal, late, over.signal]),
  };
  const broker = new Broker(config, 'stationery fleet', trying);
  try {
    const connection = await broker.firstUnlessRefused();
    if (connection === undefined) throw unreachable(broker, config.address);
    await createBuckets(connection.js);
    return await work(connection, fleetCollection);
  } finally {
    over.abort();
    await broker.close();
  }
}

function unreachable({ state }: Broker, address: string): Failure {
  return state.state === 'refused'
    ? new Failure(state.reason, exitCodes.refused)
    : new Failure(`can’t reach the fleet at ${address}`, exitCodes.unreachable);
}
