import { fileNamed } from './store.ts';
import { retryUpload, type Upload } from './uploads.ts';

/** Uploads a file again to replace the file on the card, which keeps its id and tags. */
export function replaceUpload({ id, filename }: Upload): void {
  retryUpload(id, { replaces: fileNamed(filename) });
}
