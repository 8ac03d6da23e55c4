import { catalogue } from './catalogue.ts';
import { kioskEnglish } from './en/kiosk.ts';

/** What the page for a screen beside the station says. */
export const kioskCatalogue = catalogue(kioskEnglish, {
  de: async () => (await import('./de/kiosk.ts')).kioskGerman,
});
export const kioskTexts = kioskCatalogue.texts;
