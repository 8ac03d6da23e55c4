import { silentLogger, systemClock } from '@stationery/core';
import { boardCredentialsFile, readBoardConfig, readCredentials, readFleetConfig } from '@stationery/fleet';
import { Broker, createBuckets, latestVersion } from '@stationery/fleet/collections';
import type { CommandContext, OptionValues } from '../../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';

export const fleetOptions = {
  'fleet-credentials': {
    placeholder: '<file>',
    help: 'Credentials for the NATS server (default: FLEET_CREDENTIALS, or those of a board on this machine)',
    completes: 'file',
  },
  'fleet-url': { placeholder: '<url>', help: 'NATS server of the fleet (default: FLEET_URL)' },
  collection: { placeholder: '<name>', help: 'Which collection' },
} as const;

export const versionOption = {
  version: { placeholder: '<number>', help: 'Which version; default: the newest' },
} as const;

/** Parses a version; undefined means the newest. */
export function readVersion(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const version = Number(text);
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw new UsageError('--version must be a whole number from 1');
}

export async function newestVersion(broker: Broker['current'], collection: string): Promise<number> {
  const version = await latestVersion(broker, collection);
  if (version > 0) return version;
  throw new Failure(`nothing of the collection “${collection}” was published`, exitCodes.notFound);
}

type FleetContext = Pick<CommandContext, 'env' | 'signal' | 'sources'> & {
  options: OptionValues<typeof fleetOptions>;
};

const connectWithinMs = 5_000;

export async function withFleet(
  { env, signal, options, sources }: FleetContext,
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

function unreachable({ state: { why } }: Broker, address: string): Failure {
  return why !== null
    ? new Failure(why.reason, exitCodes.refused)
    : new Failure(`can’t reach the fleet at ${address}`, exitCodes.unreachable);
}
