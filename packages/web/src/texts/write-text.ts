import { bundledTexts } from './catalogue.ts';

const writeTextEnglish = {
  title: 'Text',
  text: 'Lines of text',
  font: 'Font',
  builtIn: 'Hershey Simplex (all alphabets)',
  ownFont: 'SVG font from a file …',
  notAFont: 'This file is not an SVG font. Choose an SVG font whose letters are single lines.',
  tooLarge: 'This font is too large. Choose an SVG font whose letters are single lines.',
  tooLong: 'The text is too large. Use a smaller size or shorter lines.',
  preview: 'Preview of the text',
  size: 'Size, mm',
  align: 'Alignment',
  aligns: { left: 'Left', center: 'Centred', right: 'Right' },
  lineHeight: 'Line spacing',
  letterSpacing: 'Letter spacing, mm',
  add: 'Add to sheet',
};

const writeTextGerman: typeof writeTextEnglish = {
  title: 'Text',
  text: 'Textzeilen',
  font: 'Schrift',
  builtIn: 'Hershey Simplex (alle Alphabete)',
  ownFont: 'SVG-Schrift aus Datei …',
  notAFont:
    'Diese Datei ist keine SVG-Schrift. Wählen Sie eine SVG-Schrift, deren Buchstaben einfache Linien sind.',
  tooLarge: 'Diese Schrift ist zu groß. Wählen Sie eine SVG-Schrift, deren Buchstaben einfache Linien sind.',
  tooLong: 'Der Text ist zu groß. Verwenden Sie eine kleinere Größe oder kürzere Zeilen.',
  preview: 'Vorschau des Textes',
  size: 'Größe, mm',
  align: 'Ausrichtung',
  aligns: { left: 'Links', center: 'Zentriert', right: 'Rechts' },
  lineHeight: 'Zeilenabstand',
  letterSpacing: 'Zeichenabstand, mm',
  add: 'Zum Blatt hinzufügen',
};

export const writeTextTexts = bundledTexts({ en: writeTextEnglish, de: writeTextGerman });
