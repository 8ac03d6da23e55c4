import { bundledTexts } from './catalogue.ts';
import { connectionGerman } from './de/plotter/connection.ts';
import { connectionEnglish } from './en/plotter/connection.ts';

/** What the dialog for the connection says. */
export const connectionTexts = bundledTexts({ en: connectionEnglish, de: connectionGerman });
