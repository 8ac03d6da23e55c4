import { type StationEventName, stationEvents } from '@stationery/contract';
import { followStream, type SeenStream } from '@stationery/http/testing';
import type { TestStation } from './test-station.ts';

export function followEvents(
  station: TestStation,
  lastEventId?: string,
): Promise<SeenStream<StationEventName>> {
  return followStream(stationEvents, (init) => station.get('/api/v1/events', init), lastEventId);
}
