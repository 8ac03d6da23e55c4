import { catalogue } from './catalogue.ts';
import { kioskEnglish } from './en/kiosk.ts';

/** What the page for a screen beside the station says. */
export const kioskCatalogue = catalogue(kioskEnglish, {
  async de() {
    const [{ kioskGerman }, { stationGerman }] = await Promise.all([
      import('./de/kiosk.ts'),
      import('./de/station.ts'),
    ]);
    return { ...kioskGerman, reason: stationGerman.player.reason };
  },
});
export const kioskTexts = kioskCatalogue.texts;
