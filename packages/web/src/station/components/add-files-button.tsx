import { stationTexts } from '../../texts/station.ts';
import { FileButton } from '../../ui/index.ts';
import { addUploads } from '../state/uploads.ts';

export function AddFilesButton() {
  return (
    <FileButton kind="primary" icon="plus" multiple onFiles={addUploads}>
      {stationTexts.files.add}
    </FileButton>
  );
}
