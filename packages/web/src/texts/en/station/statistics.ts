import { plural } from '../../format.ts';

const taps = (count: number) => plural(count, { one: 'tap', other: 'taps' });

/** What the statistics say, in English. */
export const statisticsEnglish = {
  title: 'Statistics',
  loading: 'Loading …',
  recording: 'Count taps',
  recordingText: 'Only how often and how long, by tag and hour. Nothing about persons.',
  show: 'Show',
  views: { days: 'Days', hours: 'Hours', tags: 'Tags' },
  chart: { days: 'Taps of the last 30 days', hours: 'Taps by the hour of the day' },
  nothing: 'No taps in the last 30 days.',
  tag: 'Tag',
  taps: 'Taps',
  listened: 'Listened',
  unknown: 'Unknown tags',
  bar: (when: string, count: number, time: string) => `${when}: ${taps(count)}, ${time} listened`,
  download: 'Download as CSV',
};

export type StatisticsTexts = typeof statisticsEnglish;
