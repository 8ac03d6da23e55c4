import { useSignal } from '@preact/signals';
import { stationTexts } from '../../../texts/station.ts';
import { Button } from '../../../ui/index.ts';
import { foundFiles, search } from '../../state/found-files.ts';
import { FileRow } from './file-row.tsx';

/** A card may hold ten times as many; a list of those would be slow on a phone. */
const shownAtOnce = 2000;

export function FileList() {
  const { files: texts } = stationTexts;
  const limit = useSignal(shownAtOnce);
  const found = foundFiles.value;
  const more = Math.min(shownAtOnce, found.length - limit.value);
  return (
    <>
      {found.length === 0 && <p class="soft files-none">{texts.nothingFound(search.value.trim())}</p>}
      <ul class="file-list">
        {found.slice(0, limit.value).map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
      {more > 0 && (
        <Button
          onClick={() => {
            limit.value += shownAtOnce;
          }}
        >
          {texts.showMore(more)}
        </Button>
      )}
    </>
  );
}
