import { batch } from '@preact/signals';
import type { StationEvent } from '@stationery/client';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { metadataArrived, metadataOutdated } from './metadata.ts';
import { withTagAdded, withTagForgotten } from './present-tags.ts';
import { readLists } from './read-lists.ts';
import * as store from './store.ts';

/** Applies an event of the station to the store. */
export function applyEvent(event: StationEvent): void {
  batch(() => {
    switch (event.name) {
      case 'snapshot':
        store.settings.value = event.data.settings;
        store.setup.value = event.data.setup;
        store.card.value = event.data.card;
        store.battery.value = event.data.battery;
        store.reader.value = event.data.reader;
        store.simulated.value = event.data.simulated;
        store.present.value = event.data.present;
        store.firmware.value = event.data.firmware;
        store.mqtt.value = event.data.mqtt;
        store.plots.value = event.data.plots;
        store.collection.value = event.data.collection;
        store.player.value = { state: event.data.player, atMs: performance.now() };
        store.firmwareProgress.value = undefined;
        return readLists();
      case 'settings':
        store.settings.value = event.data;
        return;
      case 'setup':
        store.setup.value = event.data;
        return;
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
      case 'battery':
        store.battery.value = event.data;
        return;
      case 'reader':
        store.reader.value = event.data;
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
      case 'plots':
        store.plots.value = event.data;
        return;
      case 'mqtt':
        store.mqtt.value = event.data;
        return;
      case 'firmware':
        store.firmwareProgress.value = event.data;
        if (['failed', 'committed', 'rolled-back'].includes(event.data.state)) readLists();
    }
  });
}

const without = (serial: string) => store.present.value.filter((tap) => tap.serial !== serial);
