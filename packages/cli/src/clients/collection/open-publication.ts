import { AppError } from '@stationery/core';
import type { Publication } from '@stationery/fleet/collections';
import { CollectionError } from '@stationery/station/collection';
import { openArchive } from './archive.ts';

export async function openPublication(
  path: string,
  onProgress: (doneBytes: number, wholeBytes: number) => void = () => {},
): Promise<Pick<Publication, 'list' | 'files' | 'tags'>> {
  const archive = await openArchive(path, onProgress);
  const { files, tags } = archive.manifest;
  return {
    list: JSON.stringify(archive.manifest),
    files: files.map((file) => ({
      sha256: file.sha256,
      size: file.size,
      pieces: (from) => archive.content(file).slice(from).stream() as AsyncIterable<Uint8Array>,
    })),
    tags: tags.length,
  };
}

/** Opens a collection that the board received. The board reports faults in its response. */
export async function openReceived(path: string): ReturnType<typeof openPublication> {
  try {
    return await openPublication(path);
  } catch (error) {
    if (!(error instanceof CollectionError)) throw error;
    const code = error.code === 'collection-newer' ? error.code : 'collection-damaged';
    throw new AppError(code, error.message);
  }
}
