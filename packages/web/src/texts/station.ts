import { catalogue } from './catalogue.ts';
import { stationEnglish } from './en/station.ts';

export const stationCatalogue = catalogue(stationEnglish, {
  de: async () => (await import('./de/station.ts')).stationGerman,
});
export const stationTexts = stationCatalogue.texts;
