import { bundledTexts } from './catalogue.ts';
import { shortcutsGerman } from './de/plotter/shortcuts.ts';
import { shortcutsEnglish } from './en/plotter/shortcuts.ts';

/** What the list of keys says. */
export const shortcutsTexts = bundledTexts({ en: shortcutsEnglish, de: shortcutsGerman });
