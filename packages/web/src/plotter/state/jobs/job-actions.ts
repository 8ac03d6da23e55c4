import { type Job, PlotterError } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { scrollTo, showToast } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { cancelAfterAsking } from '../../panels/jobs/cancel-dialog.tsx';
import { askForOrigin } from '../../panels/jobs/origin-dialog.tsx';
import { chosenJobId } from '../bed/shown.ts';
import { jobName } from '../format.ts';
import { act } from '../run-action.ts';
import { currentJob } from '../store.ts';

const texts = plotterTexts.jobs;
const name = (verb: string, { id }: Pick<Job, 'id'>) => `job ${id} ${verb}`;

/** What can be asked of a job. Its new state comes by an event. */
export const jobActions = {
  pause: (job: Job) => act(name('pause', job), () => plotter.jobs.pause(job.id)),
  resume: (job: Job, penAtOrigin = false) =>
    act(name('resume', job), async () => {
      try {
        await plotter.jobs.resume(job.id, { penAtOrigin });
      } catch (error) {
        if (!(error instanceof PlotterError) || error.type !== '/problems/position-lost') throw error;
        askForOrigin(job, () => jobActions.resume(job, true));
      }
    }),
  cancel: (job: Job) =>
    cancelAfterAsking(job, () => act(name('cancel', job), () => plotter.jobs.cancel(job.id))),
  async rerun(job: Job) {
    const again = await act(name('rerun', job), () => plotter.jobs.rerun(job.id));
    if (again === undefined) return;
    chosenJobId.value = again.id;
    if (currentJob.value !== undefined) showToast({ message: texts.queuedAgain(jobName(job)) });
  },
  async remove(job: Job) {
    const isGone = await act(name('remove', job), async () => {
      await plotter.jobs.remove(job.id);
      return true;
    });
    if (isGone) showToast({ message: texts.removed(jobName(job)) });
  },
  show(job: Job) {
    chosenJobId.value = job.id;
    scrollTo('.bed');
  },
};

/** Pauses what runs, or goes on with what is paused. */
export function pauseOrGoOn(): void {
  const job = currentJob.value;
  if (job?.state.state === 'running') void jobActions.pause(job);
  else if (job?.state.state === 'paused' || job?.state.state === 'pausing') void jobActions.resume(job);
}
