import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import {
  Button,
  EmptyState,
  Icon,
  LongList,
  Panel,
  Question,
  SearchField,
  Segmented,
} from '../../../ui/index.ts';
import { TagPicture } from '../../components/pictures.tsx';
import { SampleTags } from '../../components/sample-tag-tray.tsx';
import { startAdding } from '../../state/adding-tag.ts';
import { labelsDialog, removeTagQuestion, statisticsDialog } from '../../state/dialogs.ts';
import { foundTags, tagOrder, tagSearch } from '../../state/found-tags.ts';
import { sampleName } from '../../state/sample-tags.ts';
import { present, reader, simulated, tags } from '../../state/store.ts';
import { forgetTag, labelOf } from '../../state/tag-details.ts';
import { TagCard } from './tag-card.tsx';
import './tags-panel.css';

/** Shorter lists have no search field. */
const worthSearching = 6;

export function TagsPanel() {
  const { tags: texts } = stationTexts;
  const count = tags.value?.size ?? 0;
  return (
    <Panel
      title={texts.title}
      anchor="tags"
      aside={count > 0 ? texts.count(count) : undefined}
      actions={
        <Button icon="tag" onClick={() => void startAdding()}>
          {texts.add}
        </Button>
      }
    >
      <ReaderStrip />
      {tags.value !== undefined && count === 0 && (
        <EmptyState picture={<TagPicture />} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      )}
      {count > worthSearching && <TagTools />}
      {count > 0 && (
        <LongList class="tag-list" items={foundTags.value} rowPixels={76} nameOf={labelOf}>
          {(tag, position, of) => <TagCard key={tag.id} tag={tag} position={position} of={of} />}
        </LongList>
      )}
      {simulated.value && <SampleTags />}
      {count > 0 && (
        <div>
          <Button kind="quiet" onClick={() => statisticsDialog.open()}>
            {texts.statistics}
          </Button>
          <Button kind="quiet" onClick={() => labelsDialog.open()}>
            {texts.labels}
          </Button>
        </div>
      )}
      <ForgetTagDialog />
    </Panel>
  );
}

function ReaderStrip() {
  const { tags: texts } = stationTexts;
  const now = reader.value;
  const stranger = present.value.find(({ id }) => id === null);
  if (now?.state === 'failed') {
    return (
      <p class="reader-strip reader-strip-failed" role="alert">
        <Icon name="alert" />
        <span>
          <strong>{texts.reader.failed}</strong> {(now.cause && texts.reader.reason(now.cause)) ?? now.reason}
        </span>
      </p>
    );
  }
  if (stranger !== undefined) {
    return (
      <div class="reader-strip reader-strip-lit">
        <Icon name="tag" />
        <p role="status">
          <strong>{texts.unknown(sampleName(stranger.serial))}</strong>
          <br />
          <span class="code">{stranger.serial}</span>
          {stranger.random && (
            <>
              <br />
              {texts.random}
            </>
          )}
        </p>
        {!stranger.random && (
          <Button kind="quiet" onClick={() => void startAdding()}>
            {texts.addThis}
          </Button>
        )}
      </div>
    );
  }
  return (
    <p class="reader-strip" role="status">
      <Icon name="chip" />
      <span>
        {texts.reader[now?.state !== 'ready' ? 'starting' : present.value.length > 0 ? 'inUse' : 'ready']}
      </span>
    </p>
  );
}

function ForgetTagDialog() {
  const tag = removeTagQuestion.value;
  const { tags: texts } = stationTexts;
  if (tag === undefined) return null;
  return (
    <Question
      title={texts.forgetTitle(labelOf(tag))}
      yes={texts.forget}
      onYes={() => void forgetTag(tag)}
      onClose={removeTagQuestion.close}
    >
      <p>{texts.forgetText}</p>
    </Question>
  );
}

function TagTools() {
  const { tags: texts } = stationTexts;
  return (
    <div class="stack">
      <SearchField label={texts.search} words={tagSearch} />
      <Segmented label={stationTexts.files.sort} options={texts.order} {...bound(tagOrder)} />
      <p class="soft small" role="status">
        {tagSearch.value.trim() !== '' && texts.found(foundTags.value.length, tags.value?.size ?? 0)}
      </p>
    </div>
  );
}
