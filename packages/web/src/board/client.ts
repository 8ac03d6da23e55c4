import { createBoardClient } from '@stationery/client/board';
import { token, withSharedStream } from '../service/index.ts';

/** The only way in which this page talks to the board. */
export const board = createBoardClient({
  baseUrl: location.origin,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
});
