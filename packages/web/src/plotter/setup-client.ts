import { createPlotterSetup } from '@stationery/client/setup';
import { clientOptions } from '../service/index.ts';

/** Loaded by the parts of the page that use it. */
export const setup = createPlotterSetup(clientOptions);
