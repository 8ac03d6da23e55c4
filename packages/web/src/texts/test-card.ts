import { testCardWords } from '@stationery/drawing';
import { bundledTexts } from './catalogue.ts';

const testCardGerman: typeof testCardWords = {
  scale: ['1 Jede Seite 80 mm? Sonst: Schritte/mm'],
  round: ['2 Rund und zu?', 'Sonst: Riemen'],
  pointed: ['3 Spitz?', 'Sonst: langsamer'],
  dots: ['4 Alle Punkte und Striche?', 'Sonst: Stift tiefer oder länger warten'],
  comb: ['5 Keine Linien zwischen den Zähnen?', 'Sonst: Stift höher oder länger warten'],
};

export const testCardTexts = bundledTexts({ en: testCardWords, de: testCardGerman });
