import { effect, signal } from '@preact/signals';
import type { FileMetadata } from '@stationery/client/metadata';
import { createListReader } from '../../service/lists.ts';
import { stationMetadata } from '../client.ts';
import { files, lists } from './store.ts';

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

/** Keeps the file ids by name. Works in a separate task, because a card can have tens of thousands of files. */
export function followFileNames(): void {
  effect(() => {
    const all = files.value;
    setTimeout(() => {
      if (all !== files.peek()) return;
      const ids = new Map<string, number>();
      for (const { filename, id } of all?.values() ?? []) ids.set(filename, id);
      fileIds.value = ids;
    });
  });
}

export const idOfName = (filename: string) => fileIds.value.get(filename);
