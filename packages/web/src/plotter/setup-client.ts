import { createPlotterSetup } from '@stationery/client/setup';
import { pageRoot, token } from '../service/index.ts';

/** Loaded by the parts of the page that use it. */
export const setup = createPlotterSetup({ baseUrl: pageRoot, token: () => token.value });
