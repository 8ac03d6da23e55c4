import type { Tag } from '@stationery/client';
import { reportFailure } from '../../service/index.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { station } from '../client.ts';
import { applyEvent } from './apply-event.ts';
import { details } from './store.ts';
import { changeTag } from './tag-details.ts';

/** Binds a file to a tag, or removes the binding if `filename` is null. The toast offers to undo the change. */
export async function setFileOfTag({ id, filename: before }: Tag, filename: string | null): Promise<void> {
  const { tags: texts } = stationTexts;
  const { meaning } = details.value.get(id) ?? {};
  const isMore = meaning && (meaning.kind !== 'playlist' || meaning.files.length > 1);
  if (before === filename && !isMore) return;
  const tag = await reportFailure(() => station.bind(id, filename));
  if (tag === undefined) return;
  applyEvent({ id: '', name: 'tag.changed', data: tag });
  showToast({
    message: filename === null ? texts.unbound : texts.bound(filename),
    action: {
      label: sharedTexts.undo,
      run: () => void (isMore ? changeTag(id, { meaning }, texts.restored) : setFileOfTag(tag, before)),
    },
  });
}

/** Makes the tag play all files in the folder, including files added later. */
export async function setFolderOfTag({ id }: Tag, folder: string): Promise<void> {
  const meaning = { kind: 'album' as const, folder, shuffled: false };
  await changeTag(id, { meaning }, stationTexts.tags.bound(folder));
}
