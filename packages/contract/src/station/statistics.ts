import { Type } from 'typebox';
import { day, dayRange, flag, list, object, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { badBody, Id, onlyAnswer, onlyBody, TagFields } from './resources.ts';

const type = 'statistics';

const counts = {
  taps: Type.Integer({ minimum: 0 }),
  listened: Type.Number({ minimum: 0, description: 'Seconds' }),
};
export const Statistics = object('Statistics', {
  recording: flag('Whether taps are counted'),
  from: day('The first day'),
  to: day('The last day'),
  tags: list(
    object({
      tag: orNull(Id, 'null for all taps of unknown tags together'),
      serial: orNull(TagFields.serial, 'null for a tag that was forgotten'),
      name: orNull(Type.String(), 'The name of the tag, if it has one'),
      ...counts,
    }),
    'Those that were tapped, the most tapped first',
  ),
  days: list(object({ date: day('The day'), ...counts }), 'The days with taps, in order'),
  hours: list(
    object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...counts }),
    'The hours of the day with taps. Of days long ago the hour is not kept',
  ),
});

const answer = onlyAnswer(
  type,
  '/api/v1/statistics',
  'The statistics, in the time zone of the station',
  Statistics,
  {
    recording: true,
    from: '2026-06-01',
    to: '2026-06-30',
    tags: [{ tag: 3, serial: '0x04A2245A6B2C80', name: 'The lion', taps: 41, listened: 3120 }],
    days: [{ date: '2026-06-02', taps: 41, listened: 3120 }],
    hours: [{ hour: 14, taps: 41, listened: 3120 }],
  },
);
const badRange = {
  400: ['A day cannot be used, or the first is after the last', 'invalid-parameter'],
} as const;

export const statisticsRoutes = defineRoutes('Statistics', jsonApi, {
  getStatistics: {
    call: 'GET /api/v1/statistics',
    summary: 'Get how often each tag was tapped, and how long it was listened to',
    description: 'At most ten years at once. Nothing about persons is recorded.',
    query: Type.Object({
      ...dayRange,
      tag: Type.Optional(Type.Integer({ minimum: 1, description: 'Days and hours of this tag only' })),
    }),
    answer,
    errors: badRange,
  },
  exportStatistics: {
    call: 'GET /api/v1/statistics.csv',
    summary: 'Export the statistics as CSV',
    description:
      'One line for each hour and tag: `date,hour,tag,serial,name,taps,listened_seconds`, in the time zone of the station. Without `from` and `to`, everything. Of days long ago the hour is empty. The line of unknown tags has no tag.',
    query: Type.Object(dayRange),
    answer: { description: 'The table', mediaType: 'text/csv; charset=utf-8' },
    errors: badRange,
  },
  updateStatistics: {
    call: 'PATCH /api/v1/statistics',
    summary: 'Switch the statistics on or off',
    description: 'What was recorded is kept.',
    body: onlyBody(type, object({ recording: Type.Boolean() }), { recording: false }),
    answer,
    errors: badBody,
  },
  deleteStatistics: {
    call: 'DELETE /api/v1/statistics',
    summary: 'Delete everything that was recorded',
    answer: { status: 204, description: 'Deleted' },
  },
});
