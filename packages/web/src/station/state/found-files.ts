import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { locale } from '../../texts/language.ts';
import { pendingDeletions } from './deletions.ts';
import { matches } from './search.ts';
import { files } from './store.ts';

/** What the list of files shows: those that were searched for, in the chosen order. */

export type Order = 'newest' | 'name' | 'size';

export const search = signal('');
export const order = signal<Order>('newest');

const collator = computed(() => new Intl.Collator(locale.value, { numeric: true }));

const compare: Record<Order, (one: CardFile, other: CardFile) => number> = {
  newest: (one, other) => other.id - one.id,
  name: (one, other) => collator.value.compare(one.filename, other.filename),
  size: (one, other) => other.size - one.size,
};

/** All of them but those that are being deleted. */
export const visibleFiles = computed(() =>
  [...(files.value?.values() ?? [])].filter(({ id }) => !pendingDeletions.value.has(id)),
);

export const foundFiles = computed(() =>
  visibleFiles.value.filter(({ filename }) => matches(filename, search.value)).sort(compare[order.value]),
);
