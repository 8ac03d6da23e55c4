import { computed, signal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import { finder, searchable } from '../../ui/search.ts';
import { collator } from './found-files.ts';
import { details, tags } from './store.ts';
import { describeMeaning, labelOf } from './tag-details.ts';

type TagOrder = 'newest' | 'name' | 'file';

export const tagSearch = signal('');
export const tagOrder = signal<TagOrder>('newest');

const wordsOf = (tag: Tag) =>
  `${labelOf(tag)} ${tag.serial} ${describeMeaning(tag) ?? ''} ${tag.filename ?? ''} ${details.value.get(tag.id)?.note ?? ''}`;

/** Built once per search instead of once per letter. */
const texts = computed(
  () => new Map([...(tags.value?.values() ?? [])].map((tag) => [tag.id, searchable(wordsOf(tag))])),
);

export const foundTags = computed(() => {
  const all = [...(tags.value?.values() ?? [])];
  const isFound = finder(tagSearch.value);
  const found =
    tagSearch.value.trim() === '' ? all : all.filter(({ id }) => isFound(texts.value.get(id) ?? ''));
  if (tagOrder.value === 'newest') return found.reverse();
  const wordOf = tagOrder.value === 'name' ? labelOf : (tag: Tag) => describeMeaning(tag) ?? '\uffff';
  return found
    .map((tag) => ({ tag, word: wordOf(tag) }))
    .sort((one, other) => collator.value.compare(one.word, other.word))
    .map(({ tag }) => tag);
});
