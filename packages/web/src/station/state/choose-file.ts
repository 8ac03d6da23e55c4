import type { Tag } from '@stationery/client';
import { explain } from '../../service/index.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { station } from '../client.ts';
import { applyEvent } from './apply-event.ts';

/** Binds a file to a tag, or nothing; what was bound before can be had back. */
export async function setFileOfTag({ id, filename: before }: Tag, filename: string | null): Promise<void> {
  if (before === filename) return;
  const { tags: texts } = stationTexts;
  try {
    const tag = await station.bind(id, filename);
    applyEvent({ id: '', name: 'tag.changed', data: tag });
    showToast({
      message: filename === null ? texts.unbound : texts.bound(filename),
      action: { label: sharedTexts.undo, run: () => void setFileOfTag(tag, before) },
    });
  } catch (error) {
    showToast({ tone: 'danger', message: explain(error) });
  }
}
