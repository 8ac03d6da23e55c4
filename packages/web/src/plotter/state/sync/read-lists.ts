import { createListReader, explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { jobs, jobsById, lists, machine } from '../store.ts';

const pageSize = 50;
/** The next job may be older than the newest jobs. */
const maxQueued = 500;

/** Reads earlier jobs and the machine profile, which events do not contain. */
export const readLists = createListReader({
  read: () =>
    lists.read(async (replace, options) => {
      const machineBefore = machine.peek();
      const [profile, newest, queue] = await Promise.all([
        plotter.machine(options),
        plotter.jobs.list({ limit: pageSize, ...options }),
        plotter.jobs.queue({ limit: maxQueued, ...options }),
      ]);
      // A profile that was saved meanwhile is newer than the answer.
      if (machine.peek() === machineBefore) machine.value = profile;
      replace(
        jobsById,
        [...newest, ...queue].map((job) => [job.id, job] as const),
      );
    }),
  onFailure(error) {
    if (jobs.peek() === undefined)
      showToast({ message: plotterTexts.jobs.unread(explain(error)), tone: 'danger' });
  },
});
