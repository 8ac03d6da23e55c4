import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { Objm } from '@nats-io/obj';
import { fleetBuckets, fleetObjects, fleetStreams } from '@stationery/contract/fleet';
import type { Broker } from './connect-broker.ts';

/** Within this time the broker itself drops a message that was sent twice; later, whoever reads it does. */
const duplicatesMs = 120_000;
const nsPerMs = 1_000_000;

/** Creates what is missing. Messages stay until they were read, however long that takes. */
export async function createLayout(broker: Broker): Promise<void> {
  const { js, manager } = broker.current;
  const { streams } = await manager();
  for (const { name, subjects } of Object.values(fleetStreams)) {
    const config = {
      subjects: [...subjects],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      duplicate_window: duplicatesMs * nsPerMs,
    };
    await streams.add({ name, ...config });
  }
  for (const name of Object.values(fleetBuckets)) await new Kvm(js).create(name);
  // With a header field for it, a message of one device would remove the states of all others.
  await streams.update(`KV_${fleetBuckets.devices}`, { allow_rollup_hdrs: false });
  for (const name of Object.values(fleetObjects)) await new Objm(js).create(name);
}
