import { stationTexts } from '../../../texts/station.ts';
import { Button, EmptyState, LongList, Panel } from '../../../ui/index.ts';
import { TagPicture } from '../../components/pictures.tsx';
import { startAdding } from '../../state/adding-tag.ts';
import { simulated, tags } from '../../state/store.ts';
import { ReaderStrip } from './reader-strip.tsx';
import { TagCard } from './tag-card.tsx';
import './tags-panel.css';
import { SampleTags } from '../../components/sample-tag-tray.tsx';
import { statisticsDialog } from '../../state/dialogs.ts';
import { foundTags } from '../../state/found-tags.ts';
import { ForgetTagDialog } from './tag-dialogs.tsx';
import { TagTools } from './tag-tools.tsx';

/** Shorter lists need no search. */
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
        <LongList class="tag-list" items={foundTags.value} rowPixels={76}>
          {(tag, position, of) => <TagCard key={tag.id} tag={tag} position={position} of={of} />}
        </LongList>
      )}
      {simulated.value && <SampleTags />}
      {count > 0 && (
        <div>
          <Button kind="quiet" onClick={() => statisticsDialog.open()}>
            {texts.statistics}
          </Button>
        </div>
      )}
      <ForgetTagDialog />
    </Panel>
  );
}
