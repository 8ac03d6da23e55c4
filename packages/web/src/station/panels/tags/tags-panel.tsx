import { stationTexts } from '../../../texts/station.ts';
import { Button, EmptyState, Panel } from '../../../ui/index.ts';
import { TagPicture } from '../../components/pictures.tsx';
import { startAdding } from '../../state/adding-tag.ts';
import { simulated, tags } from '../../state/store.ts';
import { ReaderStrip } from './reader-strip.tsx';
import { TagCard } from './tag-card.tsx';
import './tags-panel.css';
import { SampleTags } from '../../components/sample-tags.tsx';

export function TagsPanel() {
  const { tags: texts } = stationTexts;
  const all = [...(tags.value?.values() ?? [])];
  return (
    <Panel
      title={texts.title}
      aside={all.length > 0 ? texts.count(all.length) : undefined}
      actions={
        <Button icon="tag" onClick={() => void startAdding()}>
          {texts.add}
        </Button>
      }
    >
      <ReaderStrip />
      {tags.value !== undefined && all.length === 0 && (
        <EmptyState picture={<TagPicture />} title={texts.emptyTitle}>
          {texts.empty}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul class="tag-list">
          {all.map((tag) => (
            <TagCard key={tag.id} tag={tag} />
          ))}
        </ul>
      )}
      {simulated.value && <SampleTags />}
    </Panel>
  );
}
