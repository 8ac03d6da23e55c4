import { createBoardClient } from '@stationery/client/board';
import { pageRoot, token, withSharedStream } from '../service/index.ts';

/** All requests of this page go through this client. */
export const board = createBoardClient({
  baseUrl: pageRoot,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
