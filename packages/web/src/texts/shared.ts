import { catalogue } from './catalogue.ts';
import { sharedEnglish } from './en/shared.ts';

export const sharedCatalogue = catalogue(sharedEnglish, {
  de: async () => (await import('./de/shared.ts')).sharedGerman,
});
export const sharedTexts = sharedCatalogue.texts;
