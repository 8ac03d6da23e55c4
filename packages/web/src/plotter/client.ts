import { createPlotterClient } from '@stationery/client';
import { token, withSharedStream } from '../service/index.ts';

/** All requests of this page go through this client. */
export const plotter = createPlotterClient({
  baseUrl: location.origin,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
