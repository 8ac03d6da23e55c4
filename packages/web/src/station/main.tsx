import { effect } from '@preact/signals';
import { followService } from '../service/index.ts';
import { stationCatalogue } from '../texts/station.ts';
import { showPage } from '../ui/index.ts';
import { applyEvent } from './apply-event.ts';
import { station } from './client.ts';
import { readLists } from './lists.ts';
import { StationPage } from './station-page.tsx';
import { settings } from './store.ts';

effect(() => {
  if (settings.value !== undefined) document.title = settings.value.nickname;
});
// The lists need not wait for the stream: when it opens they are read once more.
readLists();
void followService({ events: (options) => station.events(options), onEvent: applyEvent });
void showPage(<StationPage />, stationCatalogue);
