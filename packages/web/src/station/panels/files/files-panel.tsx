import { computed } from '@preact/signals';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { formatBytes } from '../../../ui/format.ts';
import { Banner, Bar, Button, EmptyState, LazyDialog, Panel } from '../../../ui/index.ts';
import { AddFilesButton, AddFolderButton } from '../../components/add-files-button.tsx';
import { CardPicture } from '../../components/pictures.tsx';
import { search, visibleFiles } from '../../state/found-files.ts';
import { addingSamples, addSamples } from '../../state/samples.ts';
import { selection, startSelecting, stopSelecting } from '../../state/selection.ts';
import { card, collection, files, simulated, tags } from '../../state/store.ts';
import { uploads } from '../../state/uploads.ts';
import { OpenFolder } from './album-row.tsx';
import { FileList, FileTools } from './file-list.tsx';
import './files-panel.css';

const isUploading = computed(() => uploads.value.length > 0 || undefined);
const loadUploads = async () => (await import('./upload-list.tsx')).UploadList;
const isSelecting = {
  get value() {
    return selection.value;
  },
  close: stopSelecting,
};
const loadSelection = async () => (await import('./selection-bar.tsx')).SelectionBar;

/** Shorter lists have no search field. */
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
            {count > 1 && !isEmpty && (
              <Button
                kind="quiet"
                icon="check"
                aria-pressed={selection.value !== undefined}
                onClick={selection.value === undefined ? startSelecting : stopSelecting}
              >
                {texts.selectMany}
              </Button>
            )}
            <AddFolderButton />
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
      <LazyDialog state={isUploading} load={loadUploads} />
      {(count > worthSearching || (count > 0 && search.value !== '')) && <FileTools />}
      {count > 0 && !isEmpty && <OpenFolder />}
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
      <LazyDialog state={isSelecting} load={loadSelection} />
      {!isEmpty && readOnly === undefined && simulated.value && tags.value?.size === 0 && <SamplesOffer />}
    </Panel>
  );
}

function CardSpace() {
  const now = card.value;
  if (now?.state !== 'present') return null;
  const { card: texts } = stationTexts;
  const used = now.size - now.free;
  const words = texts.used(formatBytes(used), formatBytes(now.size));
  const part = now.size === 0 ? 1 : used / now.size;
  return (
    <div class="stack">
      <Bar
        ruler
        label={now.is_folder ? texts.labelFolder : texts.label}
        part={part}
        valueText={words}
        tone={part > 0.95 ? 'danger' : 'accent'}
      />
      <p class="card-space-words wrap small">
        <span class="soft">{words}</span>
        <strong>{texts.free(formatBytes(now.free))}</strong>
      </p>
      {now.is_folder && <p class="soft small">{texts.folder}</p>}
    </div>
  );
}

function CollectionBanner() {
  const { collection: texts } = stationTexts;
  const now = collection.value;
  if (now?.state === 'importing') return <Banner tone="waiting" title={texts.importing(now.folder)} />;
  if (now?.state !== 'refused') return null;
  return (
    <Banner tone="danger" title={texts.refused(now.folder)}>
      {texts.refusedWhy(now.code) ?? now.reason}
    </Banner>
  );
}

/** For users without files, or without tags if the reader is simulated. */
function SamplesOffer() {
  const { samples: texts } = stationTexts;
  const isSimulated = simulated.value;
  return (
    <div class="samples-offer stack">
      <Button icon="music" busy={addingSamples.value} onClick={() => void addSamples()}>
        {addingSamples.value ? texts.adding : isSimulated ? texts.offer : texts.offerSounds}
      </Button>
      <p class="small soft">{isSimulated ? texts.offerText : texts.offerSoundsText}</p>
    </div>
  );
}
