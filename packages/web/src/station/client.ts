import { createStationClient } from '@stationery/client';
import { token } from '../service/index.ts';

/** Set when the page goes away: what is asked from then on must outlive it. */
const leaving = { now: false };
addEventListener('pagehide', () => {
  leaving.now = true;
});
addEventListener('pageshow', () => {
  leaving.now = false;
});

/** The only way in which this page talks to the station. */
export const station = createStationClient({
  baseUrl: location.origin,
  token: () => token.value,
  fetch: (input, init) => fetch(input, leaving.now ? { ...init, keepalive: true } : init),
});
