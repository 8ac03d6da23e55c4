import { batch, type Signal } from '@preact/signals';
import type { StationEvent, StationEvents } from '@stationery/client';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { metadataArrived, metadataOutdated } from './metadata.ts';
import { withTagAdded, withTagForgotten } from './present-tags.ts';
import { readLists } from './read-lists.ts';
import * as store from './store.ts';

const { settings, setup, battery, reader, mqtt, plots } = store;
/** Parts of the state that events replace as a whole. */
const parts = { settings, setup, battery, reader, mqtt, plots };

function put<P extends keyof typeof parts>(part: P, data: StationEvents[P]): void {
  (parts[part] as Signal<unknown>).value = data;
}

export function applyEvent(event: StationEvent): void {
  batch(() => {
    switch (event.name) {
      case 'snapshot':
        for (const part of Object.keys(parts) as (keyof typeof parts)[]) put(part, event.data[part]);
        store.card.value = event.data.card;
        store.simulated.value = event.data.simulated;
        store.present.value = event.data.present;
        store.firmware.value = event.data.firmware;
        store.collection.value = event.data.collection;
        store.player.value = { state: event.data.player, atMs: performance.now() };
        store.firmwareProgress.value = undefined;
        return readLists();
      case 'settings':
      case 'setup':
      case 'battery':
      case 'reader':
      case 'mqtt':
      case 'plots':
        return put(event.name, event.data);
      case 'card': {
        const before = store.card.value?.state;
        store.card.value = event.data;
        if (before !== event.data.state) readLists();
        return;
      }
      case 'collection':
        store.collection.value = event.data;
        if (event.data.state === 'imported')
          showToast({ message: stationTexts.collection.imported(event.data) });
        return;
      case 'file.changed':
        metadataOutdated(event.data.id);
        return store.lists.change(store.files, event.data.id, event.data);
      case 'file.added':
        return store.lists.change(store.files, event.data.id, event.data);
      case 'metadata':
        return metadataArrived(event.data.files);
      case 'file.removed':
        return store.lists.change(store.files, event.data.id, undefined);
      case 'tag.learned':
        store.present.value = withTagAdded(store.present.value, event.data);
        return store.lists.change(store.tags, event.data.id, event.data);
      case 'tag.changed':
        return store.lists.change(store.tags, event.data.id, event.data);
      case 'tag.details':
        return store.lists.change(store.details, event.data.id, event.data);
      case 'tag.removed':
        store.present.value = withTagForgotten(store.present.value, event.data.id);
        return store.lists.change(store.tags, event.data.id, undefined);
      case 'tap.on':
        store.present.value = [...without(event.data.serial), event.data];
        return;
      case 'tap.off':
        store.present.value = without(event.data.serial);
        return;
      case 'player':
        store.player.value = { state: event.data, atMs: performance.now() };
        return;
      case 'firmware':
        store.firmwareProgress.value = event.data;
        if (['failed', 'committed', 'rolled-back'].includes(event.data.state)) readLists();
    }
  });
}

const without = (serial: string) => store.present.value.filter((tap) => tap.serial !== serial);
