import { batch, effect, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import type { FileMetadata } from '@stationery/client/metadata';
import type { PlayerState } from '@stationery/client/player';
import { byId, createListReader } from '../../service/lists.ts';
import { nextTask, runInShortTasks } from '../../service/short-tasks.ts';
import { stationMetadata } from '../client.ts';
import { baseName, foldersOf, isPicture } from './file-kind.ts';
import { details, files, lists } from './store.ts';

/** By file id. */
export const metadata = signal<ReadonlyMap<number, FileMetadata>>(new Map());

/** Reads the metadata of all files. If this fails, the page shows file names. */
export const readMetadata = createListReader({
  read: () =>
    lists
      .read(async (replace, options) => {
        const answer = await stationMetadata.all(options);
        await nextTask();
        const known = byId(answer);
        await nextTask();
        replace(metadata, known);
      })
      .catch(() => undefined),
});

export function metadataArrived(some: readonly FileMetadata[]): void {
  for (const each of some) lists.change(metadata, each.id, each);
}

export function metadataOutdated(id: number): void {
  lists.change(metadata, id, undefined);
}

export function titleOf(file: { id: number; filename: string }): string {
  return metadata.value.get(file.id)?.title ?? file.filename;
}

export function titleOfName(filename: string): string {
  const id = idOfName(filename);
  return id === undefined ? filename : titleOf({ id, filename });
}

/** Returns the total duration in seconds; 0 if no duration is known. */
export function durationOf(ids: readonly (number | undefined)[]): number {
  return ids.reduce<number>((sum, id) => sum + ((id && metadata.value.get(id)?.duration) || 0), 0);
}

const fileIds = signal<ReadonlyMap<string, number>>(new Map());
const folderPictures = signal<ReadonlyMap<string, string>>(new Map());

/** Number of names per step. The clock is checked between steps. */
const namesPerStep = 200;

const isIn = (folder: string, picture: string | undefined) => picture?.lastIndexOf('/') === folder.length;

/** Reads the names when the files change. Changes during a run are read after it. */
export function followFileNames(): void {
  let isReading = false;
  const read = () => {
    const all = files.peek();
    runInShortTasks(readNames(all ?? new Map()), () => {
      isReading = false;
      if (files.peek() !== all) start();
    });
  };
  const start = () => {
    if (!isReading) setTimeout(read);
    isReading = true;
  };
  effect(() => {
    if (files.value !== undefined) start();
  });
}

/**
 * Finds a picture for each folder. The first picture in the folder itself takes precedence over pictures in its
 * subfolders.
 */
function* readNames(all: ReadonlyMap<number, CardFile>): Generator<void> {
  const ids = new Map<string, number>();
  const pictures = new Map<string, string>();
  for (const { filename, id } of all.values()) {
    if (ids.size % namesPerStep === 0) yield;
    ids.set(filename, id);
    if (!isPicture(filename)) continue;
    const [own, ...outer] = foldersOf(filename);
    if (own !== undefined && !isIn(own, pictures.get(own))) pictures.set(own, filename);
    for (const folder of outer) if (!pictures.has(folder)) pictures.set(folder, filename);
  }
  batch(() => {
    fileIds.value = ids;
    folderPictures.value = pictures;
  });
}

export const idOfName = (filename: string) => fileIds.value.get(filename);

export function pictureOfTag(tagId: number): string | undefined {
  const { picture, meaning } = details.value.get(tagId) ?? {};
  return picture ?? (meaning?.kind === 'album' ? folderPictures.value.get(meaning.folder) : undefined);
}

export function pictureWhilePlaying({ tag, file }: PlayerState): string | undefined {
  const folder = [...foldersOf(file?.filename ?? '')].find((each) =>
    isIn(each, folderPictures.value.get(each)),
  );
  return (tag && pictureOfTag(tag.id)) ?? (folder && folderPictures.value.get(folder));
}

export const shortTitleOf = (file: { id: number; filename: string }) =>
  metadata.value.get(file.id)?.title ?? baseName(file.filename);
