import { acknowledgementOf } from '../firmware/grammar.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import type { JobsTable } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import type { AckCursor } from './ack-cursor.ts';
import { activeStates } from './job.ts';
import { JobCommands } from './job-commands.ts';
import { JobTime } from './job-time.ts';

/** After the service ended in the middle: what ran is interrupted, what waited is held, nothing goes on by itself. */
export function recoverJobs(parts: {
  jobs: JobsTable;
  blocks: BlocksTable;
  results: ResultsTable;
  cursor: AckCursor;
}): void {
  const { jobs, blocks, results, cursor } = parts;
  jobs.removeUnaccepted();
  for (const job of jobs.inStates(...activeStates)) {
    fillIn(job.id);
    const counts = results.counts(job.id);
    const next = counts.last + 1;
    const unknown = next < job.total ? next : null;
    jobs.ended(
      job.id,
      { state: 'interrupted', next, unknown, reason: 'The service ended in the middle.' },
      { ...counts, progress: new JobTime({ blocks, jobId: job.id, ...job }).progressAt(next) },
    );
  }
  for (const { id } of jobs.inStates('queued')) {
    jobs.setState(id, { state: 'held', reason: 'The service was restarted.' });
  }

  /** Commands that the cursor counted before their replies were written: they went well, or they would have been. */
  function fillIn(jobId: number): void {
    const commands = new JobCommands(blocks, jobId);
    const lost = [];
    for (let command = results.counts(jobId).last + 1; command <= cursor.read(jobId); command++) {
      const terminalLine = acknowledgementOf(commands.at(command));
      lost.push({ jobId, command, outcome: { ok: true, terminalLine, lines: [] } });
    }
    results.recordAll(lost);
  }
}
