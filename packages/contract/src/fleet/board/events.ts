import type { Static } from 'typebox';
import { eventsRoute } from '../../common-routes.ts';
import { object } from '../../exact.ts';
import { json } from '../../media-types.ts';
import { defineRoutes } from '../../route.ts';
import { DeviceId } from '../device.ts';
import { BoardDevice, BoardJob, BoardStatus } from './resources.ts';

/** All events of `GET /api/fleet/events`, by name. */
export const boardEvents = {
  snapshot: BoardStatus,
  device: BoardDevice,
  'device.removed': object({ id: DeviceId }),
  job: BoardJob,
};

export type BoardEventName = keyof typeof boardEvents;
export type BoardEvent = {
  [N in BoardEventName]: { name: N; data: Static<(typeof boardEvents)[N]> };
}[BoardEventName];

export const eventRoutes = defineRoutes('Events', json, {
  streamFleetEvents: eventsRoute({
    path: '/api/fleet/events',
    summary: 'Stream the events of the devices and jobs',
    advice:
      'After a `snapshot`, get the devices and jobs again. A device that only repeats its heartbeat makes no event.',
    events: boardEvents,
  }),
});
