import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { Objm } from '@nats-io/obj';
import { fleetBuckets, fleetObjects, fleetStreams, statisticsDays } from '@stationery/contract/fleet';
import type { Broker } from './connect-broker.ts';
import { maxReadBytes } from './message.ts';

/** Within this time the broker drops duplicates by their id in memory; later, the reader does. */
const duplicatesMs = 10_000;
/** Per device, until the board has read them. Further messages are refused, and the device repeats them. */
const maxMessagesPerDevice = 1_000;
/** For reports of devices; orders of the board are larger, because they include drawing options. */
const maxReportBytes = 16 * 1024;
/** About 500 stations for two years; then the oldest are removed. */
const maxTapDays = 400_000;
const dayMs = 86_400_000;
const nsPerMs = 1_000_000;

/** Also updates the limits of existing streams. Messages stay until they are read. */
export async function createLayout(broker: Broker): Promise<void> {
  const { js, manager } = broker.current;
  const { streams } = await manager();
  for (const { name, subjects } of Object.values(fleetStreams)) {
    const limits = {
      discard: DiscardPolicy.New,
      discard_new_per_subject: true,
      max_msgs_per_subject: maxMessagesPerDevice,
      max_msg_size: name === fleetStreams.reports.name ? maxReportBytes : maxReadBytes,
      duplicate_window: duplicatesMs * nsPerMs,
    };
    const isThere = await streams.info(name).then(
      () => true,
      () => false,
    );
    if (isThere) await streams.update(name, limits);
    else
      await streams.add({
        name,
        subjects: [...subjects],
        retention: RetentionPolicy.Workqueue,
        storage: StorageType.File,
        ...limits,
      });
  }
  for (const name of Object.values(fleetBuckets)) await new Kvm(js).create(name);
  // A roll-up header would let a message of one device remove the states of all others.
  await streams.update(`KV_${fleetBuckets.devices}`, {
    allow_rollup_hdrs: false,
    max_msg_size: maxReadBytes,
  });
  await streams.update(`KV_${fleetBuckets.statistics}`, {
    allow_rollup_hdrs: false,
    max_msg_size: maxReadBytes,
    max_age: statisticsDays * dayMs * nsPerMs,
    max_msgs: maxTapDays,
    discard: DiscardPolicy.Old,
  });
  for (const name of Object.values(fleetObjects)) await new Objm(js).create(name);
}
