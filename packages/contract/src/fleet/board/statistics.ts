import { type Static, Type } from 'typebox';
import { day, dayRange, list, object, orNull } from '../../exact.ts';
import { json } from '../../media-types.ts';
import { defineRoutes, type RouteErrors } from '../../route.ts';
import { DeviceId } from '../device.ts';
import { brokerAway } from './resources.ts';

const range = Type.Object(dayRange);
const counts = {
  taps: Type.Integer({ minimum: 0 }),
  listened: Type.Integer({ minimum: 0, description: 'Seconds' }),
};

export const FleetStatistics = object('FleetStatistics', {
  from: day('The first day'),
  to: day('The last day'),
  objects: list(
    object({
      object: orNull(
        Type.String(),
        'The name of the tag, otherwise its serial; null for all unknown tags together',
      ),
      ...counts,
    }),
    'The most tapped first, at most 1,000. A tag has the same name at all stations of a collection',
  ),
  stations: list(object({ id: DeviceId, name: Type.String(), ...counts }), 'The most tapped first'),
  days: list(object({ date: day('The day'), ...counts }), 'The days with taps, in order'),
  hours: list(
    object({ hour: Type.Integer({ minimum: 0, maximum: 23 }), ...counts }),
    'The hours of the day with taps',
  ),
});
export type FleetStatistics = Static<typeof FleetStatistics>;

const errors: RouteErrors = {
  400: ['A day cannot be used, or the first is after the last', 'invalid-parameter'],
  ...brokerAway,
};

export const statisticsRoutes = defineRoutes('Statistics', json, {
  getFleetStatistics: {
    call: 'GET /api/fleet/statistics',
    summary: 'Get how often each object was tapped at all stations, and how long it was listened to',
    description:
      'In the time zone of the board. Stations report every minute. Two years are kept. Nothing about persons is recorded.',
    query: range,
    answer: { description: 'The statistics', schema: FleetStatistics },
    errors,
  },
  exportFleetStatistics: {
    call: 'GET /api/fleet/statistics.csv',
    summary: 'Export the statistics of all stations as CSV',
    description:
      'One line for each hour, station and object: `date,hour,station,station_name,object,taps,listened_seconds`, in the time zone of the board. The line of unknown tags has no object.',
    query: range,
    answer: { description: 'The table', mediaType: 'text/csv; charset=utf-8' },
    errors,
  },
});
