import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { locale } from '../../texts/language.ts';
import { finder, searchable } from '../../ui/search.ts';
import { metadata, titleOf } from './metadata.ts';
import { pendingDeletions } from './pending-deletions.ts';
import { files } from './store.ts';

/** The list of files: search and order. */

export type Order = 'newest' | 'name' | 'size';

export const search = signal('');
export const order = signal<Order>('newest');

const collator = computed(() => new Intl.Collator(locale.value, { numeric: true }));

const compare: Record<Order, (one: CardFile, other: CardFile) => number> = {
  newest: (one, other) => other.id - one.id,
  name: (one, other) => collator.value.compare(titleOf(one), titleOf(other)),
  size: (one, other) => other.size - one.size,
};

/** All files except those being deleted. */
export const visibleFiles = computed(() =>
  [...(files.value?.values() ?? [])].filter(({ id }) => !pendingDeletions.value.has(id)),
);

/** Search texts, built once per search instead of once per letter. */
const texts = computed(() => new Map(visibleFiles.value.map((file) => [file.id, searchable(wordsOf(file))])));

/** A folder on the card, with all files in it and in its subfolders. */
export interface Album {
  folder: string;
  files: CardFile[];
}

/** The folder whose files are shown. Empty for the card itself. */
export const openFolder = signal('');

/** The contents of the open folder: files, and folders with their files. */
const contents = computed(() => {
  const start = openFolder.value === '' ? 0 : openFolder.value.length + 1;
  const albums = new Map<string, Album>();
  const inside: CardFile[] = [];
  for (const file of visibleFiles.value) {
    const { filename } = file;
    if (start > 0 && !filename.startsWith(`${openFolder.value}/`)) continue;
    const end = filename.indexOf('/', start);
    const folder = filename.slice(0, end);
    const known = albums.get(folder);
    if (end < 0) inside.push(file);
    else if (known === undefined) albums.set(folder, { folder, files: [file] });
    else known.files.push(file);
  }
  return { albums, files: inside };
});

export const isSearching = computed(() => search.value.trim() !== '');

/** The files that match the search, or else those of the open folder. */
export const foundFiles = computed(() => {
  const isFound = finder(search.value);
  if (isSearching.value)
    return visibleFiles.value
      .filter(({ id }) => isFound(texts.value.get(id) ?? ''))
      .sort(compare[order.value]);
  return [...contents.value.files].sort(openFolder.value === '' ? compare[order.value] : byFilename);
});

const byFilename = (one: CardFile, other: CardFile) => collator.value.compare(one.filename, other.filename);

/** The folders in the open folder. Empty while searching. */
export const foundAlbums = computed(() =>
  isSearching.value
    ? []
    : [...contents.value.albums.values()].sort((one, other) =>
        collator.value.compare(one.folder, other.folder),
      ),
);

/** All folders that can be bound to a tag. */
export const allFolders = computed(() => {
  const found = new Set<string>();
  for (const { filename } of visibleFiles.value)
    for (let end = filename.lastIndexOf('/'); end > 0; end = filename.lastIndexOf('/', end - 1)) {
      const folder = filename.slice(0, end);
      if (found.has(folder)) break;
      found.add(folder);
    }
  return [...found].sort(collator.value.compare);
});

/** Returns the name without its folder. */
export const baseName = (filename: string) => filename.slice(filename.lastIndexOf('/') + 1);

/** Returns the searchable text of a file. */
function wordsOf({ id, filename }: CardFile): string {
  const said = metadata.value.get(id);
  return said === undefined
    ? filename
    : `${filename} ${said.title ?? ''} ${said.artist ?? ''} ${said.album ?? ''}`;
}
