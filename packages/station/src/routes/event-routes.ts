import { type StationEvent, stationRoutes } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { route, sendEventStream } from '@stationery/http';
import type { FastifyInstance } from 'fastify';

export function eventRoutes(
  app: FastifyInstance,
  parts: { hub: EventHub<StationEvent>; snapshot: () => StationEvent; stopping: AbortSignal },
): void {
  route(app, stationRoutes.streamStationEvents, async ({ raw, reply }) =>
    sendEventStream(reply, {
      hub: parts.hub,
      snapshot: parts.snapshot,
      lastEventId: raw.headers['last-event-id'] as string | undefined,
      signal: parts.stopping,
    }),
  );
}
