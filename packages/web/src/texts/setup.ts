import { bundledTexts } from './catalogue.ts';
import { setupGerman } from './de/plotter/setup.ts';
import { setupEnglish } from './en/plotter/setup.ts';

/** What the question for the plotter says, and the guided test. */
export const setupTexts = bundledTexts({ en: setupEnglish, de: setupGerman });
