import { isLive } from '../../service/index.ts';
import { board } from '../client.ts';
import { readLists } from './read-lists.ts';
import { jobs, takeStatus } from './store.ts';

/** Polls because no event reports that the NATS server was lost or that a plotter with new paper can take a job. */
const lookMs = 5_000;
const looksPerRead = 3;

export function followStatus(): void {
  let looks = 0;
  setInterval(() => {
    if (!isLive.value || document.hidden) return;
    looks += 1;
    board.status().then(takeStatus, () => undefined);
    if (looks % looksPerRead === 0 && hasStuckJobs()) readLists();
  }, lookMs);
}

const hasStuckJobs = () => [...(jobs.value?.values() ?? [])].some(({ whyNot }) => whyNot.length > 0);
