import { jetstream } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { type DeviceState, fleetProtocol } from '@stationery/contract/fleet';
import { onTestFinished } from 'vitest';

/** Opens a bucket for writing, as a device or board would. */
export async function openBucket(
  server: string,
  name: string,
): Promise<(key: string, value: unknown) => Promise<void>> {
  const connection = await connect({ servers: server });
  onTestFinished(() => connection.close());
  const bucket = await new Kvm(jetstream(connection)).open(name);
  return async (key, value) => {
    await bucket.put(key, JSON.stringify(value));
  };
}

/** Returns the state of a healthy device with a long heartbeat interval. */
export const deviceState = (name: string, more: Partial<DeviceState> = {}): DeviceState => ({
  protocol: fleetProtocol,
  name,
  version: '0.1.0',
  page: null,
  heartbeatMs: 600_000,
  tags: [],
  ...more,
});

export const stationState = (
  more: Partial<NonNullable<DeviceState['station']>> = {},
): NonNullable<DeviceState['station']> => ({
  card: { state: 'present', freeBytes: 20e9, totalBytes: 32e9 },
  reader: 'ready',
  lastTap: null,
  collection: null,
  ...more,
});
