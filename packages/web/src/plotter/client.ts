import { createPlotterClient } from '@stationery/client';
import { pageRoot, token, withSharedStream } from '../service/index.ts';

export const plotter = createPlotterClient({
  baseUrl: pageRoot,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
