import type { PictureStyleName } from '@stationery/contract/picture-formats';
import { bundledTexts } from './catalogue.ts';
import { decimal, number, plural } from './format.ts';

/** Returns the length with a comma after it. Empty for 0, because dots have no length. */
const length = (metres: number) => (metres === 0 ? '' : `${decimal(metres, 1)} m, `);

const pictureEnglish = {
  title: 'Picture',
  style: 'Style',
  styles: {
    stipple: 'Stippling',
    line: 'Single line',
    halftone: 'Halftone dots',
    hatch: 'Hatching',
    waves: 'Waves',
    contours: 'Contours',
    edges: 'Edges',
  } satisfies Record<PictureStyleName, string> as Record<PictureStyleName, string>,
  points: 'Detail',
  pointsValue: (points: number) => `${number(points)} points`,
  brightness: 'Brightness',
  contrast: 'Contrast',
  pen: 'Pen width, mm',
  size: 'Size, mm',
  pens: 'Pens',
  penSets: { one: 'One, black', two: 'Black and red', cmyk: 'CMYK, four pens', own: 'My pens' },
  crop: 'Crop',
  sides: { left: 'Left, %', top: 'Top, %', right: 'Right, %', bottom: 'Bottom, %' },
  preview: 'Preview of the drawing',
  drawing: 'Drawing …',
  figures: (strokes: number, metres: number, widthMm: number, heightMm: number) =>
    `${plural(strokes, { one: 'stroke', other: 'strokes' })}, ${length(metres)}${decimal(widthMm, 0)} × ${decimal(heightMm, 0)} mm`,
  nothing: 'Nothing is left to draw. Make the picture darker.',
  add: 'Add to sheet',
  open: 'Open',
  tooLarge: (megapixels: number) =>
    `This picture has more than ${number(megapixels)} megapixels. Save it smaller.`,
  unreadable: 'This picture is damaged, or this browser cannot read it. Save it as a PNG or JPEG.',
};

const pictureGerman: typeof pictureEnglish = {
  title: 'Bild',
  style: 'Stil',
  styles: {
    stipple: 'Punktierung',
    line: 'Eine Linie',
    halftone: 'Rasterpunkte',
    hatch: 'Schraffur',
    waves: 'Wellen',
    contours: 'Höhenlinien',
    edges: 'Kanten',
  },
  points: 'Detail',
  pointsValue: (points) => `${number(points)} Punkte`,
  brightness: 'Helligkeit',
  contrast: 'Kontrast',
  pen: 'Stiftbreite, mm',
  size: 'Größe, mm',
  pens: 'Stifte',
  penSets: {
    one: 'Einer, schwarz',
    two: 'Schwarz und Rot',
    cmyk: 'CMYK, vier Stifte',
    own: 'Eigene Stifte',
  },
  crop: 'Zuschneiden',
  sides: { left: 'Links, %', top: 'Oben, %', right: 'Rechts, %', bottom: 'Unten, %' },
  preview: 'Vorschau der Zeichnung',
  drawing: 'Wird gezeichnet …',
  figures: (strokes, metres, widthMm, heightMm) =>
    `${plural(strokes, { one: 'Strich', other: 'Striche' })}, ${length(metres)}${decimal(widthMm, 0)} × ${decimal(heightMm, 0)} mm`,
  nothing: 'Es bleibt nichts zu zeichnen. Machen Sie das Bild dunkler.',
  add: 'Zum Blatt hinzufügen',
  open: 'Öffnen',
  tooLarge: (megapixels) =>
    `Dieses Bild hat mehr als ${number(megapixels)} Megapixel. Speichern Sie es kleiner.`,
  unreadable:
    'Dieses Bild ist beschädigt, oder dieser Browser kann es nicht lesen. Speichern Sie es als PNG oder JPEG.',
};

export const pictureTexts = bundledTexts({ en: pictureEnglish, de: pictureGerman });
