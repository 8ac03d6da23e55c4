import { type StationEvent, stationRoutes } from '@stationery/contract';
import type { Clock, EventHub, Logger } from '@stationery/core';
import { EventStreams, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import { refreshCard } from './refresh-card.ts';

export function eventRoutes(
  app: FastifyInstance,
  parts: {
    hub: EventHub<StationEvent>;
    card: Card;
    snapshot: () => StationEvent;
    clock: Clock;
    log: Logger;
    stopping: AbortSignal;
  },
): void {
  const { clock, hub, card, snapshot, log, stopping } = parts;
  const streams = new EventStreams({ clock, hub, snapshot, log, signal: stopping });
  route(app, stationRoutes.streamStationEvents, async ({ raw, reply }) => {
    await refreshCard(card);
    return streams.send(reply, raw.headers['last-event-id'] as string | undefined);
  });
}
