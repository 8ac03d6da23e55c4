import { stationTexts } from '../../texts/station.ts';
import { FileButton } from '../../ui/index.ts';
import { addUploads } from '../state/uploads.ts';

/** Phones may be unable to choose a folder. */
const hasFolders = 'webkitdirectory' in HTMLInputElement.prototype;

export function AddFolderButton() {
  return hasFolders ? (
    <FileButton kind="quiet" icon="plus" folder onFiles={addUploads}>
      {stationTexts.files.addFolder}
    </FileButton>
  ) : null;
}

export function AddFilesButton() {
  return (
    <FileButton kind="primary" icon="plus" multiple onFiles={addUploads}>
      {stationTexts.files.add}
    </FileButton>
  );
}
