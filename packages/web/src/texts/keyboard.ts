import { bundledTexts } from './catalogue.ts';

const keyboardEnglish = { skip: 'Skip to', content: 'Content' };
const keyboardGerman: typeof keyboardEnglish = { skip: 'Springen zu', content: 'Inhalt' };

export const keyboardTexts = bundledTexts({ en: keyboardEnglish, de: keyboardGerman });
