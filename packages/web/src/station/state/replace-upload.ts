import { fileNamed } from './store.ts';
import { retryUpload, type Upload } from './uploads.ts';

/** The replaced file keeps its id and tags. */
export function replaceUpload({ id, filename }: Upload): void {
  retryUpload(id, { replaces: fileNamed(filename) });
}
