import { createPlotterClient } from '@stationery/client';
import { token, withSharedStream } from '../service/index.ts';

/** The only way in which this page talks to the service. */
export const plotter = createPlotterClient({
  baseUrl: location.origin,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
