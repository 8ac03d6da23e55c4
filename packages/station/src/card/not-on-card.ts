import { AppError } from '@stationery/core';

/** `pointer`: position in the request. */
export function notOnCard(filename: string, pointer: string): AppError {
  return new AppError('file-not-on-card', `There is no file “${filename.slice(0, 255)}” on the card.`, {
    pointer,
  });
}
