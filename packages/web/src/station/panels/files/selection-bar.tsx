import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { deleteFiles } from '../../state/deletions.ts';
import { chooseDialog } from '../../state/dialogs.ts';
import { downloadFiles } from '../../state/download-files.ts';
import { selectAll, selectedFiles, stopSelecting } from '../../state/selection.ts';

export function SelectionBar() {
  const { files: texts } = stationTexts;
  const chosen = selectedFiles.value;
  return (
    <div class="selection-bar wrap" role="toolbar" aria-label={texts.selectionLabel}>
      <div class="row grow">
        <p class="bold grow" role="status">
          {texts.selected(chosen.length)}
        </p>
        <Button kind="quiet" onClick={selectAll}>
          {texts.selectAll}
        </Button>
        <IconButton icon="cross" label={sharedTexts.cancel} onClick={stopSelecting} />
      </div>
      <div class="wrap">
        <Button
          icon="tag"
          disabled={chosen.length === 0}
          onClick={() => {
            chooseDialog.open({ files: chosen });
            stopSelecting();
          }}
        >
          {texts.bindTo}
        </Button>
        <Button icon="download" disabled={chosen.length === 0} onClick={() => void downloadFiles(chosen)}>
          {texts.download}
        </Button>
        <Button
          icon="trash"
          disabled={chosen.length === 0}
          onClick={() => {
            deleteFiles(chosen);
            stopSelecting();
          }}
        >
          {texts.remove}
        </Button>
      </div>
    </div>
  );
}
