import { ServiceError } from '@stationery/client';
import { explain } from '../service/index.ts';
import { stationTexts } from '../texts/station.ts';
import { formatBytes } from '../ui/index.ts';
import { applyEvent } from './apply-event.ts';
import { station } from './client.ts';
import { card, fileNamed, tagsByFile } from './store.ts';
import { failUpload, retryUpload, type Upload } from './uploads.ts';

/**
 * Puts a file in the place of the one on the card. The interface knows no replacing, so the old one goes first, when
 * there will be room for the new one; the tags that meant it mean the new one when that is there.
 */
export async function replaceUpload({ id, filename, file }: Upload): Promise<void> {
  const old = fileNamed(filename);
  if (old === undefined) return retryUpload(id);
  const space = card.value;
  if (space?.state === 'present' && file.size > space.free + old.size) {
    return failUpload(id, stationTexts.uploads.tooLarge(formatBytes(space.free + old.size)));
  }
  const tagIds = (tagsByFile.value.get(old.filename) ?? []).map((tag) => tag.id);
  try {
    await station.remove(old.id).catch((error: unknown) => {
      // Somebody else was faster.
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
    });
    applyEvent({ id: '', name: 'file.removed', data: old });
    retryUpload(id, { tagIds });
  } catch (error) {
    failUpload(id, explain(error));
  }
}
