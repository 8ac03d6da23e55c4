import { type PlotterEvent, plotterRoutes } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import { sendEventStream } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { plotterRoute as route } from './both-prefixes.ts';

export function eventRoutes(
  app: FastifyInstance,
  parts: { hub: EventHub<PlotterEvent>; snapshot: () => PlotterEvent; stopping: AbortSignal },
): void {
  route(app, plotterRoutes.streamPlotterEvents, async ({ raw, reply }) =>
    sendEventStream(reply, {
      hub: parts.hub,
      snapshot: parts.snapshot,
      lastEventId: raw.headers['last-event-id'] as string | undefined,
      signal: parts.stopping,
    }),
  );
}
