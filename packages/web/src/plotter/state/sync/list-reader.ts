import type { Job } from '@stationery/client';
import { explain, isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { firstRetryMs, nextRetryMs } from '../retry.ts';
import { jobs, machine } from '../store.ts';

const pageSize = 50;
/** What runs next may be older than the newest jobs. */
const maxQueued = 500;

/** Reads what no event carries: earlier jobs, and the machine profile. */
class ListReader {
  #latestRead = 0;
  /** Changes that events reported while the list is being read; undefined for a job that was removed. */
  #changes: Map<number, Job | undefined> | undefined;

  /** An event reported a job: it is newer than a list that is being read. */
  noteChange(id: number, job: Job | undefined): void {
    this.#changes?.set(id, job);
  }

  async read(retryMs = firstRetryMs): Promise<void> {
    this.#latestRead += 1;
    const thisRead = this.#latestRead;
    const isOutdated = () => thisRead !== this.#latestRead;
    const machineBefore = machine.peek();
    const changes = new Map<number, Job | undefined>();
    this.#changes = changes;
    try {
      const [profile, newest, queue] = await Promise.all([
        plotter.machine(),
        plotter.jobs.list({ limit: pageSize }),
        plotter.jobs.queue({ limit: maxQueued }),
      ]);
      if (isOutdated()) return;
      // A machine that was saved meanwhile is newer than the answer.
      if (machine.peek() === machineBefore) machine.value = profile;
      const newer = [...changes.values()].filter((job) => job !== undefined);
      const read = new Map([...newest, ...queue].map((job) => [job.id, job]));
      const others = [...read.values()].filter(({ id }) => !changes.has(id));
      jobs.value = [...newer, ...others].toSorted((a, b) => b.id - a.id);
    } catch (error) {
      // A broken connection is shown elsewhere, and the list is read again when it is back.
      if (isOutdated()) return;
      if (jobs.value === undefined && retryMs === firstRetryMs) {
        showToast({ message: plotterTexts.jobs.unread(explain(error)), tone: 'danger' });
      }
      setTimeout(() => {
        if (!isOutdated() && isLive.value) void this.read(nextRetryMs(retryMs));
      }, retryMs);
    } finally {
      if (!isOutdated()) this.#changes = undefined;
    }
  }
}

export const listReader = new ListReader();
