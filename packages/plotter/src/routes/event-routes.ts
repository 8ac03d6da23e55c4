import { type PlotterEvent, plotterRoutes } from '@stationery/contract';
import type { Clock, EventHub, Logger } from '@stationery/core';
import { EventStreams } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { plotterRoute as route } from './both-prefixes.ts';

export function eventRoutes(
  app: FastifyInstance,
  parts: {
    hub: EventHub<PlotterEvent>;
    snapshot: () => PlotterEvent;
    clock: Clock;
    log: Logger;
    stopping: AbortSignal;
  },
): void {
  const { clock, hub, snapshot, log, stopping } = parts;
  const streams = new EventStreams({ clock, hub, snapshot, log, signal: stopping });
  route(app, plotterRoutes.streamPlotterEvents, async ({ raw, reply }) =>
    streams.send(reply, raw.headers['last-event-id'] as string | undefined),
  );
}
