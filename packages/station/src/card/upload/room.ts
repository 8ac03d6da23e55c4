import { AppError } from '@stationery/core';
import type { Card } from '../card.ts';
import type { FileSink } from './file-sink.ts';
import type { SpaceReservation } from './reserved-space.ts';

const checkEveryBytes = 16 * 1024 * 1024;

/**
 * Refuses an upload that is too large, or larger than what the card has room for beside the uploads under way. `heldBytes`
 * of it are on the card already. The rest is reserved in the same step: of two uploads for which there is room for one, one
 * succeeds.
 */
export async function reserveRoom(
  card: Card,
  leastBytes: number,
  mostBytes: number,
  heldBytes = 0,
): Promise<{ limitBytes: number; reservation: SpaceReservation }> {
  const { freeBytes, largestFileBytes } = await card.refresh();
  const limitBytes = Math.min(mostBytes, largestFileBytes);
  if (leastBytes > limitBytes) tooLarge(limitBytes);
  const neededBytes = leastBytes - heldBytes;
  const availableBytes = Math.max(0, freeBytes - card.reserved.bytes);
  if (neededBytes <= availableBytes) return { limitBytes, reservation: card.reserved.reserve(neededBytes) };
  if (await card.makeRoom()) return reserveRoom(card, leastBytes, mostBytes, heldBytes);
  return noRoom(neededBytes, availableBytes);
}

/** What is checked after every chunk that went into the sink. */
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
