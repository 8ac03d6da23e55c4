import { batch } from '@preact/signals';
import { ServiceError } from '@stationery/client';
import { createListReader } from '../../service/index.ts';
import { byId } from '../../service/lists.ts';
import { nextTask } from '../../service/short-tasks.ts';
import { formatters } from '../../texts/format.ts';
import { station, stationTags } from '../client.ts';
import { collator } from './found-files.ts';
import { readMetadata } from './metadata.ts';
import * as store from './store.ts';

/** Reads the lists that the snapshot does not contain. */
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
      await nextTask();
      const files = byId(card?.files ?? []);
      await nextTask();
      for (const formatter of [...formatters, collator]) {
        formatter.peek();
        await nextTask();
      }
      replace(store.files, files);
      await nextTask();
      // Replaces tags together with their names, so that no tag is shown without its name.
      batch(() => {
        replace(store.details, byId(details));
        replace(store.tags, byId(tags));
      });
      await nextTask();
      if (card !== undefined) readMetadata();
    }),
});

/** Ignores errors about a missing card, which has its own event. */
function withoutCard(error: unknown): undefined {
  if (error instanceof ServiceError && error.code?.startsWith('card-')) return undefined;
  throw error;
}
