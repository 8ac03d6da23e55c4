import { because } from '@stationery/contract';
import type { Driver } from '../../drivers/driver.ts';
import type { BlocksTable } from '../../store/blocks-table.ts';
import { activeStates } from '../../store/job.ts';
import type { ResultsTable } from '../../store/results-table.ts';
import type { AckCursor } from '../record/ack-cursor.ts';
import { JobCommands } from '../record/job-commands.ts';
import type { JobStore } from '../record/job-store.ts';
import type { Journal } from '../record/journal.ts';
import { JobTime } from '../run/job-time.ts';

/** Interrupts jobs that were running, because no job continues after a crash. */
export function recoverJobs(deps: {
  jobs: JobStore;
  blocks: BlocksTable;
  results: ResultsTable;
  cursor: AckCursor;
  journal: Journal;
  driver: Pick<Driver, 'acknowledgementOf'>;
}): void {
  const { jobs, blocks, results, cursor, journal, driver } = deps;
  jobs.removeUnaccepted();
  for (const job of jobs.inStates(...activeStates)) {
    const counted = cursor.read(job.id);
    // After a power cut the database may be newer than the cursor. Replies do not count, because
    // they may come long before execution.
    const executed = Math.min(Math.max(job.executed, counted.executed), job.total);
    // Discard replies of commands that may not have been executed.
    if (results.counts(job.id).last >= executed) journal.takeBack(job.id, executed);
    journal.flush();
    if (!blocks.isWhole(job.id, job.total)) {
      const { completed, failed } = results.counts(job.id);
      jobs.ended(
        job.id,
        { state: 'failed', next: executed, ...because({ code: 'commands-lost' }) },
        { ...job, completed, failed, executed, sent: Math.max(executed, counted.sent) },
      );
      continue;
    }
    const counts = fillIn(job.id, executed);
    const unknown = executed < job.total ? executed : null;
    const sent = unknown === null ? executed : Math.min(Math.max(counted.sent, executed + 1), job.total);
    const progress = new JobTime({ blocks, jobId: job.id, ...job }).progressAt(executed);
    jobs.ended(
      job.id,
      { state: 'interrupted', next: executed, unknown, ...because({ code: 'service-ended' }) },
      // The time of the crash is unknown, so use the estimated time of the plotted part.
      {
        ...counts,
        executed,
        sent,
        progress,
        durationMs: Math.max(job.durationMs, progress * job.estimatedMs),
      },
    );
  }
  jobs.note(jobs.idsIn('queued'), { state: 'held', ...because({ code: 'service-restarted' }) });
  jobs.save();

  /** Fills in replies that were not written. These commands succeeded, because failures are written at once. */
  function fillIn(jobId: number, executed: number): { completed: number; failed: number } {
    const commands = new JobCommands(blocks, jobId);
    const { completed, failed, last } = results.counts(jobId);
    const lost = [];
    for (let command = last + 1; command < executed; command++) {
      const terminalLine = driver.acknowledgementOf(commands.at(command));
      lost.push({ jobId, command, outcome: { ok: true, terminalLine, lines: [] } });
    }
    journal.keep(lost);
    journal.flush();
    return { completed: completed + lost.length, failed };
  }
}
