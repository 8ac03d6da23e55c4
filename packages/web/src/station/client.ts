import { createStationClient } from '@stationery/client';
import { token, withSharedStream } from '../service/index.ts';

const page = { isLeaving: false };

/** What is asked while the page goes away must outlive it. */
export function followLeaving(): void {
  addEventListener('pagehide', () => {
    page.isLeaving = true;
  });
  addEventListener('pageshow', () => {
    page.isLeaving = false;
  });
}

/** The only way in which this page talks to the station. */
export const station = createStationClient({
  baseUrl: location.origin,
  token: () => token.value,
  fetch: withSharedStream((input, init) =>
    fetch(input, page.isLeaving ? { ...init, keepalive: true } : init),
  ),
});
