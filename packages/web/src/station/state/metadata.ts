import { batch, effect, signal } from '@preact/signals';
import type { FileMetadata } from '@stationery/client/metadata';
import { createListReader } from '../../service/lists.ts';
import { stationMetadata } from '../client.ts';
import { foldersOf, kindOf } from './file-kind.ts';
import { details, files, lists } from './store.ts';

/** Metadata by file id. Files without metadata are not in the map. */
export const metadata = signal<ReadonlyMap<number, FileMetadata>>(new Map());

/** Reads the metadata. If this fails, the page shows file names. */
export const readMetadata = createListReader({
  read: () =>
    lists
      .read(async (replace, options) => {
        const known = await stationMetadata.all(options);
        replace(
          metadata,
          known.map((each) => [each.id, each]),
        );
      })
      .catch(() => undefined),
});

export function metadataArrived(some: readonly FileMetadata[]): void {
  for (const each of some) lists.change(metadata, each.id, each);
}

/** Drops the metadata of a file whose content has changed. */
export function metadataOutdated(id: number): void {
  lists.change(metadata, id, undefined);
}

/** Returns the title of a file, or its name if it has no title. */
export function titleOf(file: { id: number; filename: string }): string {
  return metadata.value.get(file.id)?.title ?? file.filename;
}

/** Like `titleOf`, for a file name. */
export function titleOfName(filename: string): string {
  const id = idOfName(filename);
  return id === undefined ? filename : titleOf({ id, filename });
}

/** Returns the total duration of these files in seconds; 0 if none is known. */
export function durationOf(ids: readonly (number | undefined)[]): number {
  return ids.reduce<number>((sum, id) => sum + ((id && metadata.value.get(id)?.duration) || 0), 0);
}

const fileIds = signal<ReadonlyMap<string, number>>(new Map());
const folderPictures = signal<ReadonlyMap<string, string>>(new Map());

/** Keeps the file ids by name, and the first picture in each folder. Works in a separate task, because a card can have tens of thousands of files. */
export function followFileNames(): void {
  effect(() => {
    const all = files.value;
    setTimeout(() => {
      if (all !== files.peek()) return;
      const ids = new Map<string, number>();
      const pictures = new Map<string, string>();
      for (const { filename, id } of all?.values() ?? []) {
        ids.set(filename, id);
        if (kindOf(filename) !== 'image') continue;
        for (const folder of foldersOf(filename)) if (!pictures.has(folder)) pictures.set(folder, filename);
      }
      batch(() => {
        fileIds.value = ids;
        folderPictures.value = pictures;
      });
    });
  });
}

export const idOfName = (filename: string) => fileIds.value.get(filename);

/** Returns the picture of a tag, or that of its album. */
export function pictureOfTag(tagId: number): string | undefined {
  const { picture, meaning } = details.value.get(tagId) ?? {};
  return picture ?? (meaning?.kind === 'album' ? folderPictures.value.get(meaning.folder) : undefined);
}
