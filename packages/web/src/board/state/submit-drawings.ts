import type { NewQueueJob } from '@stationery/client/board';
import { runAction } from '../../service/index.ts';
import { boardTexts } from '../../texts/board.ts';
import { showToast } from '../../ui/index.ts';
import { board } from '../client.ts';
import { applyJobs } from './apply-event.ts';
import { submitDialog } from './dialogs.ts';
import { jobs } from './store.ts';

const texts = boardTexts.submit;
/** The board takes no more. */
const largestBytes = 16 * 1024 * 1024;

/** Asks how the drawings are to be queued. What cannot be drawn is named and left out. */
export function offerDrawings(files: readonly File[]): void {
  const isDrawing = ({ name, type }: File) => type === 'image/svg+xml' || name.toLowerCase().endsWith('.svg');
  const drawings = files.filter((file) => isDrawing(file) && file.size <= largestBytes);
  for (const file of files) {
    if (!isDrawing(file)) showToast({ message: texts.notSvg(file.name), tone: 'danger' });
    else if (file.size > largestBytes) showToast({ message: texts.tooLarge(file.name), tone: 'danger' });
  }
  if (drawings.length > 0) submitDialog.open(drawings);
}

/** Whether all of them are in the queue. */
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
        { svg: await file.text(), name: file.name.replace(/\.svg$/i, '').slice(0, 200), ...how },
        // Whoever presses again after a lost answer means the same jobs.
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
