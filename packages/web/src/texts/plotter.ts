import { catalogue } from './catalogue.ts';
import { plotterEnglish } from './en/plotter.ts';

export const plotterCatalogue = catalogue(plotterEnglish, {
  de: async () => (await import('./de/plotter.ts')).plotterGerman,
});
export const plotterTexts = plotterCatalogue.texts;
