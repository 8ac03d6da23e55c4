import { catalogue } from './catalogue.ts';
import { boardEnglish } from './en/board.ts';

export const boardCatalogue = catalogue(boardEnglish, {
  de: async () => (await import('./de/board.ts')).boardGerman,
});
export const boardTexts = boardCatalogue.texts;
