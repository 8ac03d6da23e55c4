import { signal } from '@preact/signals';
import { newKey } from '../../../service/new-key.ts';
import { plotter } from '../../client.ts';
import { announceJob } from '../jobs/announce-job.ts';
import { firstRequest } from '../jobs/announcement.ts';
import { runAction } from '../run-action.ts';
import { draft, removeDraft } from '../script/script-draft.ts';
import { wantsSheet } from './fresh-sheet.ts';

/** Share of the script that was sent, from 0 to 1; undefined while no script is being sent. */
export const scriptSent = signal<number | undefined>(undefined);

export async function plotDraft(): Promise<void> {
  const now = draft.peek();
  if (now === undefined) return;
  const job = await runAction('plot', () =>
    plotter.queueScript(now.blob, {
      idempotencyKey: newKey(),
      job: { name: now.name, newSheet: wantsSheet.peek() },
      onProgress: ({ sentBytes, totalBytes }) => {
        scriptSent.value = sentBytes / Math.max(1, totalBytes ?? now.blob.size);
      },
    }),
  );
  scriptSent.value = undefined;
  if (job === undefined) return;
  removeDraft();
  announceJob(job, firstRequest(job));
}
