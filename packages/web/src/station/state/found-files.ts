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

/** Built once per search, not for each letter. */
const texts = computed(() => new Map(visibleFiles.value.map((file) => [file.id, searchable(wordsOf(file))])));

export const foundFiles = computed(() => {
  const isFound = finder(search.value);
  const all = visibleFiles.value;
  const found =
    search.value.trim() === '' ? [...all] : all.filter(({ id }) => isFound(texts.value.get(id) ?? ''));
  return found.sort(compare[order.value]);
});

/** Searchable text of a file. */
function wordsOf({ id, filename }: CardFile): string {
  const said = metadata.value.get(id);
  return said === undefined
    ? filename
    : `${filename} ${said.title ?? ''} ${said.artist ?? ''} ${said.album ?? ''}`;
}
