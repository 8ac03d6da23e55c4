import { createBoardClient } from '@stationery/client/board';
import { pageRoot, token, withSharedStream } from '../service/index.ts';

export const boardOptions = {
  baseUrl: pageRoot,
  token: () => token.value,
  fetch: withSharedStream((input, init) => fetch(input, init)),
};

export const board = createBoardClient(boardOptions);
