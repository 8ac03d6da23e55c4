import { bundledTexts } from './catalogue.ts';
import { phoneGerman } from './de/station/phone.ts';
import { phoneEnglish } from './en/station/phone.ts';

/** What is said about opening the page on a phone. */
export const phoneTexts = bundledTexts({ en: phoneEnglish, de: phoneGerman });
