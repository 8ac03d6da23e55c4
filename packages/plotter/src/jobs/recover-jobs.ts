import { because } from '@stationery/contract';
import type { Driver } from '../drivers/driver.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import { activeStates } from '../store/job.ts';
import type { ResultsTable } from '../store/results-table.ts';
import type { AckCursor } from './ack-cursor.ts';
import { JobCommands } from './job-commands.ts';
import type { JobStore } from './job-store.ts';
import { JobTime } from './job-time.ts';
import type { Journal } from './journal.ts';

/** After the service ended in the middle: what ran is interrupted, what waited is held, nothing continues by itself. */
export function recoverJobs(parts: {
  jobs: JobStore;
  blocks: BlocksTable;
  results: ResultsTable;
  cursor: AckCursor;
  journal: Journal;
  link: Pick<Driver, 'acknowledgementOf'>;
}): void {
  const { jobs, blocks, results, cursor, journal, link } = parts;
  jobs.removeUnaccepted();
  for (const job of jobs.inStates(...activeStates)) {
    if (!blocks.isWhole(job.id, job.total)) {
      const { completed, last, failed } = results.counts(job.id);
      jobs.ended(
        job.id,
        { state: 'failed', next: Math.min(last + 1, job.total), ...because({ code: 'commands-lost' }) },
        { ...job, completed, failed },
      );
      continue;
    }
    const counts = fillIn(job.id, job.total);
    const next = Math.min(counts.last + 1, job.total);
    const unknown = next < job.total ? next : null;
    const progress = new JobTime({ blocks, jobId: job.id, ...job }).progressAt(next);
    jobs.ended(
      job.id,
      { state: 'interrupted', next, unknown, ...because({ code: 'service-ended' }) },
      // Nobody knows when the service ended; the estimate of what was plotted is near.
      { ...counts, progress, durationMs: Math.max(job.durationMs, progress * job.estimatedMs) },
    );
  }
  jobs.note(jobs.idsIn('queued'), { state: 'held', ...because({ code: 'service-restarted' }) });
  jobs.save();

  /** Commands that the cursor counted before their replies were written: they went well, or they would have been. */
  function fillIn(jobId: number, total: number): ReturnType<ResultsTable['counts']> {
    const commands = new JobCommands(blocks, jobId);
    const counts = results.counts(jobId);
    const lost = [];
    const counted = Math.min(cursor.read(jobId), total - 1);
    for (let command = counts.last + 1; command <= counted; command++) {
      const terminalLine = link.acknowledgementOf(commands.at(command));
      lost.push({ jobId, command, outcome: { ok: true, terminalLine, lines: [] } });
    }
    journal.keep(lost);
    journal.flush();
    const { length } = lost;
    return { ...counts, completed: counts.completed + length, last: counts.last + length };
  }
}
