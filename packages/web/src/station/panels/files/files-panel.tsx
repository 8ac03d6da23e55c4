import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Banner, Button, EmptyState, Panel } from '../../../ui/index.ts';
import { AddFilesButton } from '../../components/add-files-button.tsx';
import { CardPicture } from '../../components/pictures.tsx';
import { visibleFiles } from '../../state/found-files.ts';
import { addingSamples } from '../../state/samples.ts';
import { selection, startSelecting } from '../../state/selection.ts';
import { card, files, simulated, tags } from '../../state/store.ts';
import { uploads } from '../../state/uploads.ts';
import { CardSpace } from './card-space.tsx';
import { CollectionBanner } from './collection-banner.tsx';
import { FileList } from './file-list.tsx';
import { FileTools } from './file-tools.tsx';
import './files-panel.css';
import { RenameFileDialog } from './rename-file.tsx';
import { SamplesOffer } from './samples-offer.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { UploadList } from './upload-list.tsx';

/** Below this a list is read faster than searched. */
const worthSearching = 6;

export function FilesPanel() {
  const { files: texts, card: cardTexts } = stationTexts;
  const now = card.value;
  const missing = now?.state === 'missing' ? (sharedTexts.refusal(now.code) ?? now.reason) : undefined;
  const readOnly =
    now?.state === 'present' ? (cardTexts.readOnlyWhy(now.read_only_code) ?? now.read_only) : undefined;
  const count = visibleFiles.value.length;
  const isEmpty = missing === undefined && uploads.value.length === 0 && (count === 0 || addingSamples.value);
  return (
    <Panel
      title={texts.title}
      anchor="files"
      aside={count > 0 && missing === undefined ? texts.count(count) : undefined}
      actions={
        missing === undefined &&
        readOnly === undefined && (
          <>
            {count > 1 && selection.value === undefined && !isEmpty && (
              <Button kind="quiet" icon="check" onClick={startSelecting}>
                {texts.selectMany}
              </Button>
            )}
            <AddFilesButton />
          </>
        )
      }
    >
      {missing !== undefined && (
        <Banner tone="danger" title={`${cardTexts.missing}.`}>
          {missing} {cardTexts.missingNext}
        </Banner>
      )}
      {readOnly !== undefined && (
        <Banner tone="danger" title={`${cardTexts.readOnly}.`}>
          {readOnly}
        </Banner>
      )}
      <CollectionBanner />
      <CardSpace />
      <UploadList />
      {count > worthSearching && <FileTools />}
      {selection.value !== undefined && <SelectionBar />}
      {files.value !== undefined && isEmpty && (
        <div class="files-empty">
          <EmptyState
            picture={<CardPicture />}
            title={texts.emptyTitle}
            action={readOnly === undefined && <SamplesOffer />}
          >
            {texts.empty}
          </EmptyState>
        </div>
      )}
      {count > 0 && !isEmpty && <FileList />}
      {!isEmpty && readOnly === undefined && simulated.value && tags.value?.size === 0 && <SamplesOffer />}
      <RenameFileDialog />
    </Panel>
  );
}
