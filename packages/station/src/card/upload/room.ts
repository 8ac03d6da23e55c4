import { AppError } from '@stationery/core';
import type { Card } from '../card.ts';
import type { FileSink } from './file-sink.ts';
import type { SpaceReservation } from './reserved-space.ts';

const checkEveryBytes = 16 * 1024 * 1024;

/**
 * Checks the space for an upload and reserves it in the same step, so that one of two competing uploads
 * succeeds. `heldBytes` are already on the card.
 */
export async function reserveRoom(
  card: Card,
  minBytes: number,
  maxBytes: number,
  heldBytes = 0,
): Promise<{ limitBytes: number; reservation: SpaceReservation }> {
  const { freeBytes, largestFileBytes } = await card.refresh();
  const limitBytes = Math.min(maxBytes, largestFileBytes);
  if (minBytes > limitBytes) tooLarge(limitBytes);
  const neededBytes = minBytes - heldBytes;
  const availableBytes = Math.max(0, freeBytes - card.reserved.bytes);
  if (neededBytes <= availableBytes) return { limitBytes, reservation: card.reserved.reserve(neededBytes) };
  if (await card.makeRoom()) return reserveRoom(card, minBytes, maxBytes, heldBytes);
  return noRoom(neededBytes, availableBytes);
}

export function watchRoom(
  card: Card,
  how: { sink: FileSink; reservation: SpaceReservation; limitBytes: number; firstBytes?: number },
): () => Promise<void> {
  const { sink, reservation, limitBytes, firstBytes = 0 } = how;
  let checkAtBytes = firstBytes + checkEveryBytes;
  return async () => {
    if (sink.receivedBytes > limitBytes) tooLarge(limitBytes);
    if (sink.receivedBytes > checkAtBytes) {
      checkAtBytes = sink.receivedBytes + checkEveryBytes;
      const { freeBytes } = await card.folder.inspect();
      if (reservation.bytes > freeBytes) noRoom(reservation.bytes, freeBytes);
    }
    if (sink.isBehind) await sink.keepPace();
    reservation.written(sink.writtenBytes - firstBytes);
  };
}

export function tooLarge(limitBytes: number): never {
  throw new AppError('file-too-large', `A file may have up to ${limitBytes} bytes.`);
}

function noRoom(neededBytes: number, freeBytes: number): never {
  throw new AppError(
    'card-full',
    `The card is full: ${neededBytes} bytes are needed, ${freeBytes} are free. Delete a file and try again.`,
  );
}
