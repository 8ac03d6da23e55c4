import { stationTexts } from '../../../texts/station.ts';
import { bound, SearchField, Segmented } from '../../../ui/index.ts';
import { foundFiles, type Order, order, search, visibleFiles } from '../../state/found-files.ts';

/** Searching and sorting; how many were found is said as somebody types. */
export function FileTools() {
  const { files: texts } = stationTexts;
  const options = Object.entries(texts.order).map(([value, label]) => ({ value: value as Order, label }));
  const isSearching = search.value.trim() !== '';
  return (
    <div class="file-tools wrap">
      <SearchField label={texts.search} placeholder={texts.searchPlaceholder} words={search} />
      <Segmented label={texts.sort} options={options} {...bound(order)} />
      <p class="file-tools-found soft small" role="status">
        {isSearching && texts.found(foundFiles.value.length, visibleFiles.value.length)}
      </p>
    </div>
  );
}
