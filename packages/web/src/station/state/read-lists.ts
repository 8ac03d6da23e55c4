import { batch } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import { isLive } from '../../service/index.ts';
import { station, stationTags } from '../client.ts';
import { beginListReading } from './list-changes.ts';
import { readMetadata } from './metadata.ts';
import * as store from './store.ts';

/** A line that broke silently must not keep the lists from being read again. */
const timeoutMs = 15_000;
const retryMs = 2_000;

const reading = { isRunning: false, isOutdated: false };

/** Reads the files, the tags and the firmware, which the snapshot does not contain. A call while it runs makes it run again. */
export function readLists(): void {
  if (reading.isRunning) {
    reading.isOutdated = true;
    return;
  }
  reading.isRunning = true;
  readOnce()
    .catch(() => {
      // Where the station is gone, the stream says so, and what comes with its return reads again.
      setTimeout(() => {
        if (isLive.value) readLists();
      }, retryMs);
    })
    .finally(() => {
      reading.isRunning = false;
      if (!reading.isOutdated) return;
      reading.isOutdated = false;
      if (isLive.value) readLists();
    });
}

async function readOnce(): Promise<void> {
  const options = { signal: AbortSignal.timeout(timeoutMs) };
  const lists = beginListReading();
  try {
    const [card, tags, details, firmware] = await Promise.all([
      station.card(options).catch(withoutCard),
      station.tags(options),
      stationTags.list(options),
      station.firmware(options),
    ]);
    batch(() => {
      lists.replace(store.files, byId(card?.files ?? []));
      lists.replace(store.tags, byId(tags));
      lists.replace(store.details, byId(details));
      store.firmware.value = firmware;
    });
    if (card !== undefined) void readMetadata();
  } finally {
    lists.end();
  }
}

const byId = <T extends { id: number }>(items: readonly T[]) => items.map((item) => [item.id, item] as const);

/** A station without a card is a state of its own, told by its own event. */
function withoutCard(error: unknown): undefined {
  if (error instanceof ServiceError && error.code?.startsWith('card-')) return undefined;
  throw error;
}
