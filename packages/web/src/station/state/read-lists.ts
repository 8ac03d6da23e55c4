import { batch } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import { createListReader } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { station, stationTags } from '../client.ts';
import { collator, foundAlbums } from './found-files.ts';
import { readMetadata } from './metadata.ts';
import * as store from './store.ts';

/** Reads what the snapshot does not contain. */
export const readLists = createListReader({
  read: () =>
    store.lists.read(async (replace, options) => {
      const [card, tags, details, firmware] = await Promise.all([
        station.card(options).catch(withoutCard),
        station.tags(options),
        stationTags.list(options),
        station.firmware(options),
      ]);
      store.firmware.value = firmware;
      // Each step is a separate task, because there can be many files.
      await pause();
      const files = byId(card?.files ?? []);
      await pause();
      // Creating the formatters takes the browser as long as rendering the page.
      stationTexts.files.count(files.size);
      collator.peek();
      await pause();
      replace(store.files, files);
      foundAlbums.peek();
      await pause();
      // Tags and their names belong together.
      batch(() => {
        replace(store.details, byId(details));
        replace(store.tags, byId(tags));
      });
      await pause();
      if (card !== undefined) readMetadata();
    }),
});

const pause = () => new Promise((resolve) => setTimeout(resolve));

function byId<T extends { id: number }>(items: readonly T[]): Map<number, T> {
  const found = new Map<number, T>();
  for (const item of items) found.set(item.id, item);
  return found;
}

/** A missing card has its own event. */
function withoutCard(error: unknown): undefined {
  if (error instanceof ServiceError && error.code?.startsWith('card-')) return undefined;
  throw error;
}
