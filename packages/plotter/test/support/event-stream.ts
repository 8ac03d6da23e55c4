import { type PlotterEventName, plotterEvents } from '@stationery/contract';
import { followStream, type SeenStream } from '@stationery/http/testing';
import type { TestPlotter } from './test-plotter.ts';

export function followEvents(
  plotter: TestPlotter,
  lastEventId?: string,
): Promise<SeenStream<PlotterEventName>> {
  return followStream(plotterEvents, (init) => plotter.get('/events', init), lastEventId);
}
