import { bundledTexts } from './catalogue.ts';

const actionEnglish = {
  minutes: 'Minutes',
  seconds: 'Seconds',
  language: 'Language',
  nextLanguage: 'The next language',
};

const actionGerman: typeof actionEnglish = {
  minutes: 'Minuten',
  seconds: 'Sekunden',
  language: 'Sprache',
  nextLanguage: 'Die nächste Sprache',
};

export const actionTexts = bundledTexts({ en: actionEnglish, de: actionGerman });
