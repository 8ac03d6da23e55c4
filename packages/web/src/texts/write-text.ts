import { bundledTexts } from './catalogue.ts';

const writeTextEnglish = {
  title: 'Text',
  text: 'Lines of text',
  size: 'Size, mm',
  align: 'Alignment',
  aligns: { left: 'Left', center: 'Centred', right: 'Right' },
  lineHeight: 'Line spacing',
  letterSpacing: 'Letter spacing, mm',
  add: 'Put on the sheet',
};

const writeTextGerman: typeof writeTextEnglish = {
  title: 'Text',
  text: 'Zeilen',
  size: 'Größe, mm',
  align: 'Ausrichtung',
  aligns: { left: 'Links', center: 'Zentriert', right: 'Rechts' },
  lineHeight: 'Zeilenabstand',
  letterSpacing: 'Buchstabenabstand, mm',
  add: 'Auf das Blatt legen',
};

export const writeTextTexts = bundledTexts({ en: writeTextEnglish, de: writeTextGerman });
