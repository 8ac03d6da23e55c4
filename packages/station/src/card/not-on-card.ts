import { AppError } from '@stationery/core';

/** A request names a file that is not there; `pointer` says where in the request. */
export function notOnCard(filename: string, pointer: string): AppError {
  return new AppError('file-not-on-card', `There is no file “${filename.slice(0, 255)}” on the card.`, {
    pointer,
  });
}
