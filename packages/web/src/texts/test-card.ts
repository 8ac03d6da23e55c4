import { testCardWords } from '@stationery/drawing';
import { bundledTexts } from './catalogue.ts';

const testCardGerman: typeof testCardWords = {
  scale: ['1 Jede Seite 80 mm? Sonst Schritte/mm'],
  round: ['2 Rund?', 'Sonst Riemen'],
  pointed: ['3 Spitz?', 'Sonst langsamer'],
  dots: ['4 Alle da?', 'Sonst tiefer, länger warten'],
  comb: ['5 Nichts dazwischen?', 'Sonst höher, länger warten'],
};

export const testCardTexts = bundledTexts({ en: testCardWords, de: testCardGerman });
