import { stationTexts } from '../../../texts/station.ts';
import { bound, SearchField, Segmented } from '../../../ui/index.ts';
import { foundTags, type TagOrder, tagOrder, tagSearch } from '../../state/found-tags.ts';
import { tags } from '../../state/store.ts';

/** Searching and sorting the tags. */
export function TagTools() {
  const { tags: texts } = stationTexts;
  const options = Object.entries(texts.order).map(([value, label]) => ({ value: value as TagOrder, label }));
  return (
    <div class="stack">
      <SearchField label={texts.search} words={tagSearch} />
      <Segmented label={texts.sort} options={options} {...bound(tagOrder)} />
      <p class="soft small" role="status">
        {tagSearch.value.trim() !== '' && texts.found(foundTags.value.length, tags.value?.size ?? 0)}
      </p>
    </div>
  );
}
