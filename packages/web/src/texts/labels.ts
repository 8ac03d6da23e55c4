import { bundledTexts } from './catalogue.ts';
import { plural } from './format.ts';

const labelsEnglish = {
  about: (count: number) =>
    `${plural(count, { one: 'label', other: 'labels' })} on A4, for the tags in the list. Print at 100 %, without margins.`,
  size: 'Size',
  kinds: { square: 'Square, 40 mm', card: 'Card, 85.6 × 54 mm', round: 'Round, 25 mm' },
  print: 'Print or save as PDF',
  drawing: 'Drawing for the plotter',
  missing: (characters: string) => `The drawing can’t have these characters: ${characters}`,
  preview: 'First sheet',
};

const labelsGerman: typeof labelsEnglish = {
  about: (count) =>
    `${plural(count, { one: 'Etikett', other: 'Etiketten' })} auf A4, für die Tags in der Liste. Drucken Sie mit 100 % und ohne Ränder.`,
  size: 'Größe',
  kinds: { square: 'Quadrat, 40 mm', card: 'Karte, 85,6 × 54 mm', round: 'Rund, 25 mm' },
  print: 'Drucken oder als PDF sichern',
  drawing: 'Zeichnung für den Plotter',
  missing: (characters) => `Die Zeichnung kann diese Zeichen nicht enthalten: ${characters}`,
  preview: 'Erster Bogen',
};

export const labelsTexts = bundledTexts({ en: labelsEnglish, de: labelsGerman });
