import { AppError } from '@stationery/core';
import type { StoredFile } from '../store/files-table.ts';
import type { Card } from './card.ts';

/** Finds a file or throws. `pointer` is the position of its name in the request. */
export async function findOnCard(
  card: Pick<Card, 'find'>,
  filename: string,
  pointer: string,
): Promise<StoredFile> {
  const file = await card.find(filename);
  if (file === undefined) throw notOnCard(filename, pointer);
  return file;
}

export function notOnCard(filename: string, pointer: string): AppError {
  return new AppError('file-not-on-card', `There is no file “${filename.slice(0, 255)}” on the card.`, {
    pointer,
  });
}
