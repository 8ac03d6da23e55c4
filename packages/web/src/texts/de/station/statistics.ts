import type { StatisticsTexts } from '../../en/station/statistics.ts';
import { number } from '../../format.ts';

/** What the statistics say, in German. */
export const statisticsGerman: StatisticsTexts = {
  title: 'Statistik',
  loading: 'Laden …',
  recording: 'Auflegen zählen',
  recordingText: 'Nur wie oft und wie lange, nach Tag und Stunde. Nichts über Personen.',
  show: 'Anzeigen',
  views: { days: 'Kalendertage', hours: 'Stunden', tags: 'NFC-Tags' },
  chart: { days: 'Aufgelegt in den letzten 30 Tagen', hours: 'Aufgelegt nach der Stunde des Tages' },
  nothing: 'In den letzten 30 Tagen wurde nichts aufgelegt.',
  tag: 'NFC-Tag',
  taps: 'Aufgelegt',
  listened: 'Gehört',
  unknown: 'Unbekannte NFC-Tags',
  bar: (when, count, time) => `${when}: ${number(count)}-mal aufgelegt, ${time} gehört`,
  download: 'Als CSV herunterladen',
};
