import { effect } from '@preact/signals';
import { render } from 'preact';
import { connection, followService, reconnectNow } from '../../service/index.ts';
import { kioskCatalogue } from '../../texts/kiosk.ts';
import { sharedCatalogue } from '../../texts/shared.ts';
import { followLanguage } from '../../ui/language.ts';
import { followLeaving, station } from '../client.ts';
import { playInThisPage } from '../state/player.ts';
import { settings } from '../state/store.ts';
import { KioskPage } from './kiosk-page.tsx';
import { applyKioskEvent, followFile, followTag, followVisitorLanguage } from './kiosk-state.ts';
import { screen } from './screen.ts';

const refusedRetryMs = 10_000;

effect(() => {
  if (settings.value !== undefined) document.title = settings.value.nickname;
});
// Reconnects after a refusal, because visitors have no button to reconnect.
effect(() => {
  if (connection.value.state === 'refused') setTimeout(reconnectNow, refusedRetryMs);
});
followLeaving();
playInThisPage(screen);
followFile();
followTag();
followVisitorLanguage();
keepAwake();
// Lets the page open before the station is reachable, on HTTPS or on the station itself.
navigator.serviceWorker?.register('play-worker.js', { scope: 'play' }).catch(() => undefined);
void followService({ events: (options) => station.events(options), onEvent: applyKioskEvent });
void followLanguage([sharedCatalogue, kioskCatalogue]).then(() =>
  render(<KioskPage />, document.getElementById('page')!),
);

function keepAwake(): void {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
