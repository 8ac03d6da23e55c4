import type { NewQueueJob } from '@stationery/client/board';
import { drawingMediaTypes, isDrawingName } from '@stationery/contract/drawing-formats';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { board } from '../client.ts';
import { applyJobs } from './apply-event.ts';
import { submitDialog } from './dialogs.ts';
import { runAction } from './run-action.ts';
import { jobs } from './store.ts';

const texts = boardTexts.submit;
/** The board's limit. */
const maxBytes = 16 * 1024 * 1024;

const nameOf = ({ name }: File) => (isDrawingName(name) ? name.slice(0, name.lastIndexOf('.')) : name);

export function offerDrawings(files: readonly File[]): void {
  const isDrawing = ({ name, type }: File) => drawingMediaTypes().includes(type) || isDrawingName(name);
  const drawings = files.filter((file) => isDrawing(file) && file.size <= maxBytes);
  for (const file of files) {
    if (!isDrawing(file)) showToast({ message: texts.notDrawing(file.name), tone: 'danger' });
    else if (file.size > maxBytes) showToast({ message: texts.tooLarge(file.name), tone: 'danger' });
  }
  if (drawings.length > 0) submitDialog.open(drawings);
}

export async function submitDrawings(
  files: readonly File[],
  how: Omit<NewQueueJob, 'svg' | 'job' | 'name'>,
  key: string,
): Promise<boolean> {
  let count = 0;
  for (const [at, file] of files.entries()) {
    const before = jobs.peek();
    const added = await runAction(`submit ${key} ${at}`, async () =>
      board.submit(
        { svg: await file.text(), name: nameOf(file).slice(0, 200), ...how },
        // Submitting again after a lost response must not duplicate the jobs.
        { idempotencyKey: `${key}-${at}` },
      ),
    );
    if (added === undefined) return false;
    count += added.length;
    applyJobs(added, before);
  }
  showToast({ message: texts.queued(count) });
  return true;
}
