import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { foundFiles, order, search } from '../../state/found-files.ts';
import { FileRow } from './file-row.tsx';

/** More than any screen shows at first. */
const firstRows = 60;
/** What can be added at once without a key press or a scroll waiting for it. */
const moreRows = 120;

/** All files that were found: what is in sight at once, the rest of a long list as soon as there is time for it. */
export function FileList() {
  const { files: texts } = stationTexts;
  const found = foundFiles.value;
  const rows = useGrowing(found.length, `${order.value} ${search.value}`);
  return (
    <>
      {found.length === 0 && <p class="soft files-none">{texts.nothingFound(search.value.trim())}</p>}
      <ul class="file-list" aria-busy={rows < found.length}>
        {found.slice(0, rows).map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </>
  );
}

/** How many rows to show by now; it begins again with another list. */
function useGrowing(all: number, list: string): number {
  const shown = useSignal(firstRows);
  const listBefore = useRef(list);
  if (listBefore.current !== list) {
    listBefore.current = list;
    shown.value = firstRows;
  }
  const rows = shown.value;
  useEffect(() => {
    if (rows >= all) return undefined;
    const timer = setTimeout(() => {
      shown.value = rows + moreRows;
    });
    return () => clearTimeout(timer);
  }, [rows, all, list]);
  return rows;
}
