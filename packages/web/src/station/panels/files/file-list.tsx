import { stationTexts } from '../../../texts/station.ts';
import { LongList } from '../../../ui/index.ts';
import { foundFiles, search } from '../../state/found-files.ts';
import { FileRow } from './file-row.tsx';

const rowPixels = 64;

/** All files that were found. */
export function FileList() {
  const { files: texts } = stationTexts;
  const found = foundFiles.value;
  return (
    <>
      {found.length === 0 && <p class="soft files-none">{texts.nothingFound(search.value.trim())}</p>}
      <LongList class="file-list" items={found} rowPixels={rowPixels}>
        {(file, position, of) => <FileRow key={file.id} file={file} position={position} of={of} />}
      </LongList>
    </>
  );
}
