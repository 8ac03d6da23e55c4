import { computed, effect } from '@preact/signals';
import { followService } from '../service/index.ts';
import { stationCatalogue } from '../texts/station.ts';
import { suggestLanguage } from '../ui/language.ts';
import { showPage } from '../ui/show-page.ts';
import { StationPage } from './app/station-page.tsx';
import { followLeaving, station } from './client.ts';
import { applyEvent } from './state/apply-event.ts';
import { deleteWhenLeaving } from './state/deletions.ts';
import { setupDialog } from './state/dialogs.ts';
import { followSearch } from './state/found-files.ts';
import { followFileNames } from './state/metadata.ts';
import { playInThisPage } from './state/player.ts';
import { settings, setup } from './state/store.ts';
import { resumeUploads } from './state/uploads.ts';

effect(() => {
  if (settings.value !== undefined) document.title = settings.value.nickname;
});
effect(() => suggestLanguage(setup.value?.language ?? undefined));
// Opens the setup only once per visit, so that the user may close it and use the page.
const isFirstRun = computed(() => setup.value?.first_run === true);
effect(() => {
  if (isFirstRun.value) setupDialog.open('first-run');
});
followLeaving();
followFileNames();
followSearch();
deleteWhenLeaving();
resumeUploads();
playInThisPage();
void followService({ events: (options) => station.events(options), onEvent: applyEvent });
void showPage(<StationPage />, stationCatalogue);
