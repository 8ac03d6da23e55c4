import { AppError } from '@stationery/core';
import type { StoredFile } from '../../store/files-table.ts';
import type { Card } from '../card.ts';
import { checkFileName, nameKey } from '../file-name.ts';
import type { UploadFields } from './upload-document.ts';

/** Where on the card an upload goes when it is whole. */
export interface UploadTarget {
  /** Gives the name as the card will have it, or refuses it; called as soon as the name is known. */
  takeName(name: string, pointer: string): string;
  /** Puts the whole, synced temporary file there. */
  settle(temporaryPath: string, fields: UploadFields): Promise<StoredFile>;
  /** A refusal, with what is special about this place. */
  explain(error: unknown): unknown;
}

export function newFileTarget(card: Card): UploadTarget {
  return {
    takeName(text, pointer) {
      const name = checkFileName(text, pointer);
      card.refuseTaken(name);
      return name;
    },
    settle: (temporaryPath, { filename, mediaType }) => card.adopt(temporaryPath, filename, mediaType),
    explain: (error) => error,
  };
}

/** The place of a file that is on the card. Rejects at once when there is none of this id. */
export async function replacementTarget(card: Card, id: number): Promise<UploadTarget> {
  const old = await card.get(id);
  return {
    takeName(text, pointer) {
      if (nameKey(text) === nameKey(old.name)) return old.name;
      throw new AppError(
        'resource-mismatch',
        `The file to be replaced is called “${old.name}”, and keeps that name. Send it as “filename”.`,
        { pointer },
      );
    },
    settle: (temporaryPath, { mediaType }) => card.replace(temporaryPath, old, mediaType),
    explain: (error) =>
      error instanceof AppError && error.code === 'card-full'
        ? new AppError(
            'card-full',
            `${error.message} “${old.name}” is still there as it was: a replacement needs space beside it until it is complete.`,
            { cause: error },
          )
        : error,
  };
}
