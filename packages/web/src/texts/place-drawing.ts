import { bundledTexts } from './catalogue.ts';
import { placeDrawingGerman } from './de/plotter/place-drawing.ts';
import { placeDrawingEnglish } from './en/plotter/place-drawing.ts';

/** What is said while a drawing is placed. */
export const placeDrawingTexts = bundledTexts({ en: placeDrawingEnglish, de: placeDrawingGerman });
