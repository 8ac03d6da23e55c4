import type { MsgRequest } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import { fleetObjects, type JobContent } from '@stationery/contract/fleet';
import { AppError, sha256 } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';

const bucket = fleetObjects.drawings;

/**
 * Fetches the complete bytes of a job. Throws an `AppError` if they are missing or damaged. Requests them
 * chunk by chunk, because a device may not create the consumer with which the client library reads an object.
 */
export async function fetchContent(
  broker: Pick<Broker, 'current'>,
  { object, sizeBytes }: JobContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { js, manager } = broker.current;
  const info = await (await new Objm(js).open(bucket)).info(object);
  if (info === null || info.deleted)
    throw new AppError('commands-lost', 'The drawing is no longer in the fleet.');
  const { streams } = await manager();
  const subject = `$O.${bucket}.C.${info.nuid}`;
  const chunks: Uint8Array[] = [];
  for (let seq = 1, length = 0; length < sizeBytes; ) {
    // Supported by the server since 2.9, but missing in the library's types.
    const query = { seq, next_by_subj: subject } as MsgRequest;
    const message = await streams.getMessage(`OBJ_${bucket}`, query);
    if (message === null || message.data.length === 0) break;
    chunks.push(message.data);
    length += message.data.length;
    seq = message.seq + 1;
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== sizeBytes || sha256(bytes) !== object)
    throw new AppError('commands-lost', 'The drawing was damaged on the way.');
  return new Uint8Array(bytes);
}
