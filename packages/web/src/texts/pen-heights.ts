import { bundledTexts } from './catalogue.ts';
import { penHeightsGerman } from './de/plotter/pen-heights.ts';
import { penHeightsEnglish } from './en/plotter/pen-heights.ts';

/** What the dialog for the heights of the pen says. */
export const penHeightsTexts = bundledTexts({ en: penHeightsEnglish, de: penHeightsGerman });
