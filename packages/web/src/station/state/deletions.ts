import { type CardFile, ServiceError } from '@stationery/client';
import { explain } from '../../service/index.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { station } from '../client.ts';
import { applyEvent } from './apply-event.ts';
import { hideFiles, pendingDeletions, showFiles } from './pending-deletions.ts';
import { files, filesOfTag, lists, tagsByFile } from './store.ts';

/**
 * Time in which a deletion can be undone. The file is deleted only afterwards, because the station cannot restore it.
 */
const undoMs = 6000;

export function deleteFiles(chosen: readonly CardFile[]): void {
  const [first] = chosen;
  if (first === undefined) return;
  const { files: texts } = stationTexts;
  hideFiles(chosen);
  const pending = pendingDeletions.value;
  const left = new Set<string>();
  for (const { id, filename } of files.value?.values() ?? []) if (!pending.has(id)) left.add(filename);
  const concerned = new Set(chosen.flatMap(({ filename }) => tagsByFile.value.get(filename) ?? []));
  const losing = [...concerned].filter((tag) => !filesOfTag(tag).some((name) => left.has(name))).length;
  showToast({
    message:
      chosen.length === 1 ? texts.removed(first.filename, losing) : texts.removedMany(chosen.length, losing),
    durationMs: undoMs,
    action: {
      label: sharedTexts.undo,
      run: () => showFiles(chosen),
    },
    onGone: () => void deleteInOrder(chosen),
  });
}

/** Deletes one file at a time, because a thousand concurrent requests would block all others. */
async function deleteInOrder(chosen: readonly CardFile[]): Promise<void> {
  for (const file of chosen) await reallyDelete(file);
}

/** Deletes pending files when the user leaves the page, which ends the time to undo. */
export function deleteWhenLeaving(): void {
  addEventListener('pagehide', () => {
    for (const file of pendingDeletions.value.values()) void reallyDelete(file);
  });
}

async function reallyDelete(file: CardFile): Promise<void> {
  if (!pendingDeletions.value.has(file.id)) return;
  try {
    await station.remove(file.id).catch((error: unknown) => {
      // A different client has already deleted the file.
      if (!(error instanceof ServiceError && error.code === 'unknown-file')) throw error;
    });
    // Makes both changes together and before the event arrives, so that the file does not reappear for a moment.
    applyEvent({ id: '', name: 'file.removed', data: file });
    lists.change(pendingDeletions, file.id, undefined);
  } catch (error) {
    showFiles([file]);
    showToast({ tone: 'danger', message: stationTexts.files.removeFailed(file.filename, explain(error)) });
  }
}
