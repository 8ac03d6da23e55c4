import { computed, effect, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import type { FileMetadata } from '@stationery/client/metadata';
import { locale } from '../../texts/language.ts';
import { finder, searchable } from '../../ui/search.ts';
import { foldersOf } from './file-kind.ts';
import { metadata, titleOf } from './metadata.ts';
import { pendingDeletions } from './pending-deletions.ts';
import { files } from './store.ts';

export type Order = 'newest' | 'name' | 'size';

export const search = signal('');
export const order = signal<Order>('newest');

export const collator = computed(() => new Intl.Collator(locale.value, { numeric: true }));

const compare: Record<Order, (one: CardFile, other: CardFile) => number> = {
  newest: (one, other) => other.id - one.id,
  name: (one, other) => collator.value.compare(titleOf(one), titleOf(other)),
  size: (one, other) => other.size - one.size,
};

export const visibleFiles = computed(() => {
  const hidden = pendingDeletions.value;
  const all = [...(files.value?.values() ?? [])];
  return hidden.size === 0 ? all : all.filter(({ id }) => !hidden.has(id));
});

const texts = new WeakMap<CardFile, { said: FileMetadata | undefined; text: string }>();

/** Cached until the metadata changes. */
function textOf(file: CardFile): string {
  const said = metadata.value.get(file.id);
  const known = texts.get(file);
  if (known !== undefined && known.said === said) return known.text;
  const words = said === undefined ? [] : [said.title ?? '', said.artist ?? '', said.album ?? ''];
  const text = searchable([file.filename, ...words].join(' '));
  texts.set(file, { said, text });
  return text;
}

const filesAtOnce = 2_000;

/** Prepared a few at a time, so that typing the first letter is fast. */
export function prepareSearch(): void {
  effect(() => {
    const [all, known] = [visibleFiles.value, metadata.value];
    const build = (from: number) => {
      if (all !== visibleFiles.peek() || known !== metadata.peek()) return;
      all.slice(from, from + filesAtOnce).forEach(textOf);
      if (from + filesAtOnce < all.length) setTimeout(build, 0, from + filesAtOnce);
    };
    setTimeout(build, 0, 0);
  });
}

/** With all files in the folder and its subfolders. */
export interface Album {
  folder: string;
  files: CardFile[];
}

/** Empty for the card itself. */
export const openFolder = signal('');

const contents = computed(() => {
  const start = openFolder.value === '' ? '' : `${openFolder.value}/`;
  const albums = new Map<string, Album>();
  const inside: CardFile[] = [];
  // Most files are in the same folder as the previous file.
  let last: { start: string; files: CardFile[] } | undefined;
  for (const file of visibleFiles.value) {
    const { filename } = file;
    if (last !== undefined && filename.startsWith(last.start)) {
      last.files.push(file);
      continue;
    }
    if (!filename.startsWith(start)) continue;
    const end = filename.indexOf('/', start.length);
    if (end < 0) {
      inside.push(file);
      continue;
    }
    const folder = filename.slice(0, end);
    const album = albums.get(folder) ?? { folder, files: [] };
    album.files.push(file);
    albums.set(folder, album);
    last = { start: `${folder}/`, files: album.files };
  }
  return { albums, files: inside };
});

export const isSearching = computed(() => search.value.trim() !== '');

export const foundFiles = computed(() => {
  const isFound = finder(search.value);
  if (isSearching.value)
    return visibleFiles.value.filter((file) => isFound(textOf(file))).sort(compare[order.value]);
  return [...contents.value.files].sort(openFolder.value === '' ? compare[order.value] : byFilename);
});

const byFilename = (one: CardFile, other: CardFile) => collator.value.compare(one.filename, other.filename);

/** Empty while searching. */
export const foundAlbums = computed(() =>
  isSearching.value
    ? []
    : [...contents.value.albums.values()].sort((one, other) =>
        collator.value.compare(one.folder, other.folder),
      ),
);

export const allFolders = computed(() => {
  const found = new Set<string>();
  for (const { filename } of visibleFiles.value)
    for (const folder of foldersOf(filename)) {
      if (found.has(folder)) break;
      found.add(folder);
    }
  return [...found].sort(collator.value.compare);
});
