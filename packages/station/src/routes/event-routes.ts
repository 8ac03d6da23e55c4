import { type StationEvent, stationRoutes } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { route, sendEventStream } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import { freshen } from './freshen.ts';

export function eventRoutes(
  app: FastifyInstance,
  parts: {
    hub: EventHub<StationEvent>;
    card: Card;
    snapshot: () => StationEvent;
    stopping: AbortSignal;
  },
): void {
  const { hub, card, snapshot, stopping } = parts;
  route(app, stationRoutes.streamStationEvents, async ({ raw, reply }) => {
    await freshen(card);
    return sendEventStream(reply, {
      hub,
      snapshot,
      lastEventId: raw.headers['last-event-id'] as string | undefined,
      signal: stopping,
    });
  });
}
