import { createBoardClient } from '@stationery/client/board';
import { clientOptions, withSharedStream } from '../service/index.ts';

export const boardOptions = {
  ...clientOptions,
  fetch: withSharedStream((input, init) => fetch(input, init)),
};

export const board = createBoardClient(boardOptions);
