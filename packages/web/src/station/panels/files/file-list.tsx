import { computed } from '@preact/signals';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { LongList, SearchField, Segmented } from '../../../ui/index.ts';
import { baseName } from '../../state/file-kind.ts';
import {
  foundAlbums,
  foundFiles,
  foundWords,
  isSearching,
  openFolder,
  order,
  search,
  visibleFiles,
} from '../../state/found-files.ts';
import { AlbumRow } from './album-row.tsx';
import { FileRow, shownTitle } from './file-row.tsx';

const rowPixels = 64;

const foundRows = computed(() =>
  foundAlbums.value.length === 0 ? foundFiles.value : [...foundAlbums.value, ...foundFiles.value],
);

export function FileList() {
  const { files: texts } = stationTexts;
  const rows = foundRows.value;
  return (
    <>
      {rows.length === 0 && isSearching.value && (
        <p class="soft files-none">{texts.nothingFound(foundWords.value)}</p>
      )}
      <LongList
        class="file-list"
        items={rows}
        rowPixels={rowPixels}
        nameOf={(row) => ('folder' in row ? baseName(row.folder) : shownTitle(row))}
      >
        {(row, position, of) =>
          'folder' in row ? (
            <AlbumRow key={row.folder} album={row} position={position} of={of} />
          ) : (
            <FileRow key={row.id} file={row} position={position} of={of} />
          )
        }
      </LongList>
    </>
  );
}

export function FileTools() {
  const { files: texts } = stationTexts;
  return (
    <div class="file-tools wrap">
      <SearchField label={texts.search} placeholder={texts.searchPlaceholder} words={search} />
      {(openFolder.value === '' || isSearching.value) && (
        <Segmented label={texts.sort} options={texts.order} {...bound(order)} />
      )}
      <p class="soft small" role="status">
        {isSearching.value && texts.found(foundFiles.value.length, visibleFiles.value.length)}
      </p>
    </div>
  );
}
