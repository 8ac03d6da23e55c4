import { createPlotterSetup } from '@stationery/client/setup';
import { token } from '../service/index.ts';

/** Loaded by the parts of the page that use it. */
export const setup = createPlotterSetup({ baseUrl: location.origin, token: () => token.value });
