import { catalogue } from './catalogue.ts';
import { kioskEnglish } from './en/kiosk.ts';

export const kioskCatalogue = catalogue(kioskEnglish, {
  de: async () => (await import('./de/kiosk.ts')).kioskGerman,
});
export const kioskTexts = kioskCatalogue.texts;
