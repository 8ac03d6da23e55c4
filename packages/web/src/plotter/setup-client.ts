import { createPlotterSetup } from '@stationery/client/setup';
import { clientOptions } from '../service/index.ts';

/** In a module of its own, so that it is loaded only with the parts of the page that use it. */
export const setup = createPlotterSetup(clientOptions);
