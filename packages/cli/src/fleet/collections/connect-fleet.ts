import { silentLogger, systemClock } from '@stationery/core';
import { readFleetConfig } from '@stationery/fleet';
import { Broker, createBuckets } from '@stationery/fleet/collections';
import type { CommandContext } from '../../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';

/** Of every command that talks to the broker itself. */
export const fleetOptions = {
  'fleet-url': { placeholder: '<url>', help: 'NATS server of the fleet (default: FLEET_URL)' },
  collection: { placeholder: '<name>', help: 'Which collection' },
} as const;

interface Chosen {
  'fleet-url': string | undefined;
  collection: string | undefined;
}

const connectWithinMs = 5_000;

/** Connects to the broker, or says that it cannot be reached. */
export async function withFleet<T>(
  { env, signal, options }: Pick<CommandContext, 'env' | 'signal'> & { options: Chosen },
  work: (broker: Broker['current'], collection: string) => Promise<T>,
): Promise<T> {
  const fleetUrl = options['fleet-url'] ?? env.FLEET_URL;
  const fleetCollection = options.collection ?? env.FLEET_COLLECTION;
  if (fleetCollection === undefined) throw new UsageError('--collection is missing');
  const config = readFleetConfig({ fleetUrl, fleetTags: [], fleetCollection });
  if (config === undefined) throw new UsageError('Set FLEET_URL, or use --fleet-url');
  const late = AbortSignal.timeout(connectWithinMs);
  const trying = { clock: systemClock, log: silentLogger, signal: AbortSignal.any([signal, late]) };
  const broker = new Broker(config, 'stationery fleet', trying);
  try {
    const connection = await broker.first();
    if (connection === undefined)
      throw new Failure(`can’t reach the fleet at ${config.address}`, exitCodes.unreachable);
    await createBuckets(connection.js);
    return await work(connection, fleetCollection);
  } finally {
    await broker.close();
  }
}
