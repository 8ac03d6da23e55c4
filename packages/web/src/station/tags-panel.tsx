import { stationTexts } from '../texts/station.ts';
import { Button, EmptyState, Panel } from '../ui/index.ts';
import { openLearning } from './learn-dialog.tsx';
import { TagPicture } from './pictures.tsx';
import { ReaderStrip } from './reader-strip.tsx';
import { simulated, tags } from './store.ts';
import { TagCard } from './tag-card.tsx';
import './tags-panel.css';
import { Tray } from './tray.tsx';

export function TagsPanel() {
  const { tags: texts } = stationTexts;
  const all = [...(tags.value?.values() ?? [])];
  return (
    <Panel
      title={texts.title}
      aside={all.length > 0 ? texts.count(all.length) : undefined}
      actions={
        <Button icon="tag" onClick={openLearning}>
          {texts.learn}
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
      {simulated.value && <Tray />}
    </Panel>
  );
}
