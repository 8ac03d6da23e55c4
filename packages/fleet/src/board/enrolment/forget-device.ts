import { Kvm } from '@nats-io/kv';
import { fleetBuckets, fleetStreams, ordersConsumer, ordersSubject } from '@stationery/contract/fleet';
import { type Logger, messageOf } from '@stationery/core';
import type { BrokerConnection } from '../../broker/connect-broker.ts';

/** Removes the data of a revoked device. Its jobs stay until a user decides. */
export async function forgetDevice(
  { js, manager }: BrokerConnection,
  id: string,
  log: Logger,
): Promise<void> {
  const { streams, consumers } = await manager();
  const { name } = fleetStreams.orders;
  const { parked } = fleetBuckets;
  const steps = [
    async () => (await new Kvm(js).open(fleetBuckets.devices)).delete(id),
    () => consumers.delete(name, ordersConsumer(id)),
    () => streams.purge(name, { filter: ordersSubject(id) }),
    () => streams.purge(`KV_${parked}`, { filter: `$KV.${parked}.${id}.>` }),
  ];
  for (const step of steps)
    await step().catch((error: unknown) => {
      // Expected if the device never connected, because it has no consumer yet.
      log.debug({ device: id, reason: messageOf(error) }, 'removing data of a revoked device failed');
    });
}
