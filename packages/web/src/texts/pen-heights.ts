import { bundledTexts } from './catalogue.ts';

const penHeightsEnglish = {
  title: 'Pen heights',
  note: 'The pen follows the height that you change, and the profile keeps it. A lowered pen leaves a dot.',
  height: (pen: string) => `Height: ${pen}`,
  higher: 'higher',
  lower: 'lower',
};

const penHeightsGerman: typeof penHeightsEnglish = {
  title: 'Stifthöhen',
  note: 'Der Stift folgt der Höhe, die Sie ändern, und das Profil merkt sie sich. Ein gesenkter Stift hinterlässt einen Punkt.',
  height: (pen: string) => `Höhe: ${pen}`,
  higher: 'höher',
  lower: 'tiefer',
};

export const penHeightsTexts = bundledTexts({ en: penHeightsEnglish, de: penHeightsGerman });
