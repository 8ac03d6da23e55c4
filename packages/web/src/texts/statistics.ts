import { bundledTexts } from './catalogue.ts';
import { number, plural } from './format.ts';

const taps = (count: number) => plural(count, { one: 'tap', other: 'taps' });

const statisticsEnglish = {
  recording: 'Count taps',
  recordingText: 'Counts taps and listening time by tag and hour. No personal data.',
  show: 'Show',
  views: { days: 'Days', hours: 'Hours', tags: 'Tags' },
  chart: { days: 'Taps of the last 30 days', hours: 'Taps by the hour of the day' },
  nothing: 'No taps in the last 30 days.',
  tag: 'Tag',
  taps: 'Taps',
  listened: 'Listened',
  unknown: 'Unknown tags',
  removed: (id: number) => `Tag ${id}, removed`,
  bar: (when: string, count: number, time: string) => `${when}: ${taps(count)}, ${time} listened`,
  download: 'Download as CSV',
};

const statisticsGerman: typeof statisticsEnglish = {
  recording: 'Auflegen zählen',
  recordingText: 'Zählt, wie oft und wie lange, nach NFC-Tag und Stunde. Keine personenbezogenen Daten.',
  show: 'Anzeigen',
  views: { days: 'Kalendertage', hours: 'Stunden', tags: 'NFC-Tags' },
  chart: { days: 'Aufgelegt in den letzten 30 Tagen', hours: 'Aufgelegt nach der Stunde des Tages' },
  nothing: 'In den letzten 30 Tagen wurde nichts aufgelegt.',
  tag: 'NFC-Tag',
  taps: 'Aufgelegt',
  listened: 'Gehört',
  unknown: 'Unbekannte NFC-Tags',
  removed: (id) => `NFC-Tag ${id}, entfernt`,
  bar: (when, count, time) => `${when}: ${number(count)}-mal aufgelegt, ${time} gehört`,
  download: 'Als CSV herunterladen',
};

export const statisticsTexts = bundledTexts({ en: statisticsEnglish, de: statisticsGerman });
