import { computed, effect, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import type { FileMetadata } from '@stationery/client/metadata';
import { filterInSteps, runInShortTasks, sortInSteps } from '../../service/short-tasks.ts';
import { locale } from '../../texts/language.ts';
import { finder, searchable } from '../../ui/search.ts';
import { foldersOf } from './file-kind.ts';
import { metadata } from './metadata.ts';
import { pendingDeletions } from './pending-deletions.ts';
import { files } from './store.ts';

export type Order = 'newest' | 'name' | 'size';

export const search = signal('');
export const order = signal<Order>('newest');
/** Empty for the card itself. */
export const openFolder = signal('');

export const collator = computed(() => new Intl.Collator(locale.value, { numeric: true }));

export const visibleFiles = computed(() => withoutHidden([...(files.value?.values() ?? [])]));

function withoutHidden(some: readonly CardFile[]): readonly CardFile[] {
  const hidden = pendingDeletions.value;
  return hidden.size === 0 ? some : some.filter(({ id }) => !hidden.has(id));
}

/** A folder with all files in it and in its subfolders. */
export interface Album {
  folder: string;
  files: CardFile[];
}

const contents = computed(() => {
  const start = openFolder.value === '' ? '' : `${openFolder.value}/`;
  const albums = new Map<string, Album>();
  const inside: CardFile[] = [];
  // Remembers the last folder, because most files are in the same folder as the previous file.
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
  return { albums: [...albums.values()], files: inside };
});

const sortedAlbums = computed(() =>
  contents.value.albums.toSorted((one, other) => collator.value.compare(one.folder, other.folder)),
);

interface Found {
  /** Empty unless searching. */
  words: string;
  albums: readonly Album[];
  files: readonly CardFile[];
}

const found = signal<Found>({ words: '', albums: [], files: [] });

/** The words whose results the list shows. With many files, they change a moment later than `search`. */
export const foundWords = computed(() => found.value.words);
export const isSearching = computed(() => found.value.words !== '');
/** Deleted files are hidden at once. */
export const foundFiles = computed(() => withoutHidden(found.value.files));
/** Empty while searching. */
export const foundAlbums = computed(() => {
  const { albums } = found.value;
  return pendingDeletions.value.size === 0
    ? albums
    : albums.filter((album) => withoutHidden(album.files).length > 0);
});

const query = computed(() => ({ words: search.value.trim(), order: order.value, folder: openFolder.value }));

const wanted = computed(() => {
  const { words } = query.value;
  return {
    query: query.value,
    albums: words === '' ? sortedAlbums.value : [],
    files: words === '' ? contents.value.files : visibleFiles.value,
    titles: words === '' && query.value.order !== 'name' ? undefined : metadata.value,
    locale: locale.value,
  };
});
type Wanted = typeof wanted.value;

/**
 * Keeps the results up to date. A new query ends the running search. New files and titles are searched after the
 * running search.
 */
export function followSearch(): void {
  let running: { wanted: Wanted; end: () => void } | undefined;
  const start = () => {
    const run = { wanted: wanted.peek(), end: () => {} };
    running = run;
    run.end = runInShortTasks(find(run.wanted), () => {
      running = undefined;
      if (wanted.peek() !== run.wanted) start();
    });
  };
  effect(() => {
    if (running?.wanted.query === wanted.value.query) return;
    running?.end();
    start();
  });
}

function* find({ query: { words, order, folder }, albums, files, titles }: Wanted): Generator<void> {
  const isFound = finder(words);
  const chosen =
    words === '' ? files : yield* filterInSteps(files, (file) => isFound(textOf(file, titles?.get(file.id))));
  const titleOf = (file: CardFile) => titles?.get(file.id)?.title ?? file.filename;
  const compare: Record<Order | 'filename', (one: CardFile, other: CardFile) => number> = {
    newest: (one, other) => other.id - one.id,
    name: (one, other) => collator.value.compare(titleOf(one), titleOf(other)),
    size: (one, other) => other.size - one.size,
    filename: (one, other) => collator.value.compare(one.filename, other.filename),
  };
  const sorted = yield* sortInSteps(chosen, compare[words === '' && folder !== '' ? 'filename' : order]);
  found.value = { words, albums, files: sorted };
}

const texts = new WeakMap<CardFile, { said: FileMetadata | undefined; text: string }>();

/** Cached until the metadata changes. */
function textOf(file: CardFile, said: FileMetadata | undefined): string {
  const known = texts.get(file);
  if (known !== undefined && known.said === said) return known.text;
  const words = said === undefined ? [] : [said.title ?? '', said.artist ?? '', said.album ?? ''];
  const text = searchable([file.filename, ...words].join(' '));
  texts.set(file, { said, text });
  return text;
}

export const allFolders = computed(() => {
  const all = new Set<string>();
  for (const { filename } of visibleFiles.value)
    for (const folder of foldersOf(filename)) {
      if (all.has(folder)) break;
      all.add(folder);
    }
  return [...all].sort(collator.value.compare);
});
