import { DiscardPolicy, type JetStreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { fleetStreams } from '@stationery/contract/fleet';

/** Within this time the broker itself drops a message that was sent twice; later, whoever reads it does. */
const duplicatesMs = 120_000;
const nsPerMs = 1_000_000;

/** Creates the streams where they are missing. Messages stay until they were read, however long that takes. */
export async function createStreams(manager: JetStreamManager): Promise<void> {
  for (const { name, subjects } of Object.values(fleetStreams)) {
    const config = {
      subjects: [...subjects],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
      discard: DiscardPolicy.New,
      duplicate_window: duplicatesMs * nsPerMs,
    };
    await manager.streams.add({ name, ...config });
  }
}
