import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { Objm } from '@nats-io/obj';
import { fleetBuckets, fleetObjects, fleetStreams, statisticsDays } from '@stationery/contract/fleet';
import type { Broker } from './connect-broker.ts';
import { maxReadBytes } from './message.ts';

/**
 * The broker drops duplicates by their message id within this time, because it keeps the ids in memory. The
 * reader drops later ones.
 */
const duplicatesMs = 10_000;
/**
 * Maximum number of messages per device that the board has not read. The broker refuses further messages, and
 * the device repeats them.
 */
const maxMessagesPerDevice = 1_000;
/** Limit for reports of devices. Orders of the board are larger, because they include drawing options. */
const maxReportBytes = 16 * 1024;
/** Enough for 500 stations and about two years; beyond that, the oldest days are removed. */
const maxTapDays = 400_000;
const dayMs = 86_400_000;
const nsPerMs = 1_000_000;

/** Creates the streams and buckets, or updates their limits. Existing messages stay until they are read. */
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
  // Forbid roll-up headers, with which a message of one device could remove the states of all others.
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
