import { isLive } from '../../service/index.ts';
import { board } from '../client.ts';
import { readLists } from './read-lists.ts';
import { jobs, takeStatus } from './store.ts';

/**
 * Interval of polling the status. No event reports that the board lost its NATS server, or that a plotter
 * with different paper can now take a job.
 */
const lookMs = 5_000;
/** Number of polls between reads of the jobs that no plotter can take. */
const looksPerRead = 3;

/** Polls the status while the page is open and visible. */
export function followStatus(): void {
  const looks = { count: 0 };
  setInterval(() => {
    if (!isLive.value || document.hidden) return;
    looks.count += 1;
    board.status().then(takeStatus, () => undefined);
    if (looks.count % looksPerRead === 0 && hasStuckJobs()) readLists();
  }, lookMs);
}

const hasStuckJobs = () => [...(jobs.value?.values() ?? [])].some(({ whyNot }) => whyNot.length > 0);
