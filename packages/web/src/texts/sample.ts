import { bundledTexts } from './catalogue.ts';

const sampleEnglish = { name: 'Postcard', blue: 'Blue', red: 'Red', greeting: 'Ahoy!' };

const sampleGerman: typeof sampleEnglish = {
  name: 'Postkarte',
  blue: 'Blau',
  red: 'Rot',
  greeting: 'Ahoi!',
};

export const sampleTexts = bundledTexts({ en: sampleEnglish, de: sampleGerman });
