import { Objm } from '@nats-io/obj';
import { fleetObjects, type JobContent } from '@stationery/contract/fleet';
import { sha256 } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';

/** Stores the bytes of a drawing under their hash, once. */
export async function storeContent(
  broker: Pick<Broker, 'current'>,
  bytes: Uint8Array,
): Promise<Pick<JobContent, 'object' | 'sizeBytes'>> {
  const object = sha256(bytes);
  const store = await new Objm(broker.current.js).open(fleetObjects.drawings);
  const there = await store.info(object);
  if (there === null || there.deleted || there.size !== bytes.length)
    await store.putBlob({ name: object }, bytes);
  return { object, sizeBytes: bytes.length };
}
