import type { TagDetailsChange, TagExhibit, TagMeaning } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { checkFolderName } from '../card/file-name.ts';
import { notOnCard } from '../card/not-on-card.ts';
import type { StoredFile } from '../store/files-table.ts';
import { sortKey } from '../store/sort-key.ts';
import type { DetailColumns } from '../store/tag-details-table.ts';
import type { TagFile } from '../store/tags-table.ts';
import {
  at,
  checkDetails,
  defaultSeekSeconds,
  defaultSleepMinutes,
  isSeek,
  refuse,
} from './check-details.ts';
import type { DetailsChange, StoredMeaning } from './details-change.ts';
import type { TagRegistry } from './tag-registry.ts';

/** Limit that keeps the list of all tags small enough for a page. */
export const maxFilesOfAllTags = 100_000;

interface FilesByName {
  findAll(names: readonly string[]): Promise<(StoredFile | undefined)[]>;
  /** Resolves to the folder's name as the card spells it, or to undefined for a folder without files. */
  findFolder(folder: string): Promise<string | undefined>;
}

interface DetailsDeps {
  tags: TagRegistry;
  card: FilesByName;
}

export async function readDetails(
  wanted: TagDetailsChange,
  id: number,
  deps: DetailsDeps,
): Promise<DetailsChange> {
  const { picture, playback, plot, meaning } = wanted;
  const { exhibit, ...texts } = checkDetails(wanted);
  const columns: Partial<DetailColumns> = texts;
  if (picture !== undefined)
    columns.picture_id = picture === null ? null : await fileId(deps.card, picture, at('picture'));
  if (playback !== undefined) columns.playback = settingsText(playback);
  if (plot !== undefined) columns.plot = settingsText(plot);
  if (exhibit !== undefined)
    columns.exhibit = settingsText(exhibit && (await withPictureIds(exhibit, deps.card)));
  if (meaning === undefined || meaning === null) return { columns, meaning };
  return { columns, meaning: await readMeaning(meaning, id, deps) };
}

const settingsText = (settings: object | null) =>
  settings && Object.keys(settings).length > 0 ? JSON.stringify(settings) : null;

async function readMeaning(meaning: TagMeaning, id: number, deps: DetailsDeps): Promise<StoredMeaning> {
  if (meaning.kind === 'link') return withoutFiles({ url: new URL(meaning.url).href });
  if (meaning.kind === 'stream') return withoutFiles({ stream: new URL(meaning.url).href });
  if (meaning.kind === 'action') {
    const { action, minutes, seconds, language } = meaning;
    return withoutFiles({
      action,
      minutes: action === 'sleep' ? (minutes ?? defaultSleepMinutes) : null,
      seconds: isSeek(action) ? (seconds ?? defaultSeekSeconds) : null,
      language: language ?? null,
    });
  }
  const shuffled = meaning.shuffled ? 1 : 0;
  if (meaning.kind === 'album') {
    const folder = checkFolderName(meaning.folder, at('meaning/folder'));
    const known = await deps.card.findFolder(folder);
    if (known === undefined)
      throw new AppError('file-not-on-card', `There is no folder “${folder}” with files on the card.`, {
        pointer: at('meaning/folder'),
      });
    return withoutFiles({ folder: known, folder_key: sortKey(known), shuffled });
  }
  const own = deps.tags.files(id);
  const fileIds = await readFiles(deps.card, meaning.files, own);
  if (deps.tags.countFiles() - own.length + fileIds.length > maxFilesOfAllTags)
    refuse(`All tags together can have up to ${maxFilesOfAllTags} files.`, at('meaning/files'));
  return { fileIds, columns: { shuffled } };
}

const withoutFiles = (columns: StoredMeaning['columns']): StoredMeaning => ({ fileIds: [], columns });

/**
 * Finds the files of a tag by name. Also accepts missing files that the tag already has, so that its list can
 * be edited.
 */
async function readFiles(
  card: FilesByName,
  names: readonly string[],
  own: readonly TagFile[],
): Promise<number[]> {
  const lost = new Map(own.filter(({ isPresent }) => !isPresent).map(({ id, name }) => [name, id]));
  const ids = new Set<number>();
  const found = await card.findAll(names);
  for (const [index, name] of names.entries()) {
    const pointer = at(`meaning/files/${index}`);
    const id = found[index]?.id ?? lost.get(name);
    if (id === undefined) throw notOnCard(name, pointer);
    if (ids.has(id)) refuse(`“${name}” is in the list twice.`, pointer);
    ids.add(id);
  }
  return [...ids];
}

async function withPictureIds({ pictures = [], ...exhibit }: TagExhibit, card: FilesByName) {
  const ids = new Set<number>();
  for (const [index, file] of (await card.findAll(pictures)).entries()) {
    if (file === undefined) throw notOnCard(pictures[index] ?? '', at(`exhibit/pictures/${index}`));
    ids.add(file.id);
  }
  return { ...exhibit, ...(ids.size > 0 && { pictures: [...ids] }) };
}

async function fileId(card: FilesByName, name: string, pointer: string): Promise<number> {
  const [file] = await card.findAll([name]);
  if (file === undefined) throw notOnCard(name, pointer);
  return file.id;
}
