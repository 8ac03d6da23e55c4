import { fileNamed } from './store.ts';
import { retryUpload, type Upload } from './uploads.ts';

/** Sends a file once more, to take the place of the one on the card; its id and its tags stay. */
export function replaceUpload({ id, filename }: Upload): void {
  retryUpload(id, { replaces: fileNamed(filename) });
}
