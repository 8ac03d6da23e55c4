import { bundledTexts } from './catalogue.ts';
import { statisticsGerman } from './de/station/statistics.ts';
import { statisticsEnglish } from './en/station/statistics.ts';

/** What the statistics say. */
export const statisticsTexts = bundledTexts({ en: statisticsEnglish, de: statisticsGerman });
