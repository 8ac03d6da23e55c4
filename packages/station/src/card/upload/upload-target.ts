import { AppError } from '@stationery/core';
import type { StoredFile } from '../../store/files-table.ts';
import type { Card } from '../card.ts';
import { checkFileName, nameKey } from '../file-name.ts';
import type { UploadFields } from './upload-document.ts';

export interface UploadTarget {
  /** Returns the name as stored on the card. Called as soon as the name is known. */
  takeName(name: string, pointer: string): string;
  settle(temporaryPath: string, fields: UploadFields): Promise<StoredFile>;
  explain(error: unknown): unknown;
}

export function newFileTarget(card: Card, checkName = checkFileName): UploadTarget {
  return {
    takeName(text, pointer) {
      const name = checkName(text, pointer);
      card.refuseTaken(name);
      return name;
    },
    settle: (temporaryPath, { filename, mediaType }) => card.adopt(temporaryPath, filename, mediaType),
    explain: (error) => error,
  };
}

/** Returns the target that replaces a file. Rejects at once if the id does not exist. */
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
            `${error.message} “${old.name}” is unchanged: the card needs space for both files until the replacement is complete.`,
            { cause: error },
          )
        : error,
  };
}
