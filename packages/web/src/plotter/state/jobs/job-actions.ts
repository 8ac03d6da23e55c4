import { type Job, PlotterError } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import type { QueuePlace } from '../../../ui/queue-moves.ts';
import { plotter } from '../../client.ts';
import { alignJobDialog } from '../dialogs.ts';
import { jobToPlace } from '../drawing/placed-drawing.ts';
import { jobName } from '../format.ts';
import { runAction } from '../run-action.ts';
import { chosenJobId, currentJob } from '../store.ts';
import { showBed } from '../view.ts';
import { confirmCancel, originQuestion } from './job-questions.ts';
import { keepPaper } from './keep-paper.ts';

const texts = plotterTexts.jobs;
const actionName = (verb: string, { id }: Pick<Job, 'id'>) => `job ${id} ${verb}`;

/** The new state of a job arrives as an event. */
export const jobActions = {
  pause: (job: Job) => runAction(actionName('pause', job), () => plotter.jobs.pause(job.id)),
  resume: (job: Job, penAtOrigin = false) =>
    runAction(actionName('resume', job), async () => {
      try {
        await plotter.jobs.resume(job.id, { penAtOrigin });
      } catch (error) {
        if (!(error instanceof PlotterError)) throw error;
        if (error.code === 'marks-outdated') alignJobDialog.open(job);
        else if (error.code === 'position-lost')
          originQuestion.open({ job, confirm: () => jobActions.resume(job, true) });
        else throw error;
      }
    }),
  cancel: (job: Job) =>
    confirmCancel(job, () => runAction(actionName('cancel', job), () => plotter.jobs.cancel(job.id))),
  /** Asks the user to find the marks again if the job's marks are outdated. Returns whether the new job was queued. */
  async rerun(job: Job, options: Parameters<typeof plotter.jobs.rerun>[1] = {}): Promise<boolean> {
    const copy = await runAction(actionName('rerun', job), async () => {
      try {
        return await plotter.jobs.rerun(job.id, options);
      } catch (error) {
        if (!(error instanceof PlotterError) || error.code !== 'marks-outdated') throw error;
        alignJobDialog.open(job);
        return undefined;
      }
    });
    if (copy === undefined) return false;
    keepPaper(job, copy, options.marks !== undefined);
    chosenJobId.value = copy.id;
    if (currentJob.value !== undefined) showToast({ message: texts.queuedAgain(jobName(job)) });
    return true;
  },
  async remove(job: Job) {
    const isRemoved = await runAction(actionName('remove', job), async () => {
      await plotter.jobs.remove(job.id);
      return true;
    });
    if (isRemoved) showToast({ message: texts.removed(jobName(job)) });
  },
  move: (job: Job, place: QueuePlace<number>) =>
    runAction(actionName('move', job), () => plotter.jobs.move(job.id, place)),
  placeAgain(job: Job) {
    jobToPlace.value = job;
  },
  show(job: Job) {
    chosenJobId.value = job.id;
    showBed();
  },
};

export function pauseOrResume(): void {
  const job = currentJob.value;
  if (job?.state.state === 'running') void jobActions.pause(job);
  else if (job?.state.state === 'paused' || job?.state.state === 'pausing') void jobActions.resume(job);
}
