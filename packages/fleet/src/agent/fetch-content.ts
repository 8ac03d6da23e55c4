import { createHash } from 'node:crypto';
import { Objm } from '@nats-io/obj';
import { fleetObjects, type JobContent } from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';

/** The bytes of a job, whole and as they were stored. Throws an `AppError` where they are gone or damaged. */
export async function fetchContent(
  broker: Broker,
  { object, sizeBytes }: JobContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const store = await new Objm(broker.current.js).open(fleetObjects.drawings);
  const bytes = await store.getBlob(object);
  if (bytes === null) throw new AppError('commands-lost', 'The drawing is no longer in the fleet.');
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (bytes.length !== sizeBytes || digest !== object)
    throw new AppError('commands-lost', 'The drawing was damaged on the way.');
  return new Uint8Array(bytes);
}
