import { createPlotterClient } from '@stationery/client';
import { clientOptions, withSharedStream } from '../service/index.ts';

export const plotter = createPlotterClient({
  ...clientOptions,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
