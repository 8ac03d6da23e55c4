import { bundledTexts } from './catalogue.ts';
import { placeDrawingGerman } from './de/plotter/place-drawing.ts';
import { placeDrawingEnglish } from './en/plotter/place-drawing.ts';

export const placeDrawingTexts = bundledTexts({ en: placeDrawingEnglish, de: placeDrawingGerman });
