import { computed, effect, signal } from '@preact/signals';
import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Dialog, formatDuration, formatPercent } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { jobName, partDone } from '../../state/format.ts';
import { currentJob, jobs } from '../../state/store.ts';

const texts = plotterTexts.cancelling;

/** Who has waited for less begins again without a sigh. */
const worthAskingMs = 60_000;

const asked = signal<{ job: Job; cancel: () => unknown } | undefined>(undefined);
const leaveIt = () => {
  asked.value = undefined;
};

const isOpen = ({ state }: Job) => ['running', 'pausing', 'paused', 'interrupted'].includes(state.state);

/** As it is now. What has ended or is gone meanwhile, or is being cancelled by somebody else, is no question any more. */
const inQuestion = computed(() => {
  const id = asked.value?.job.id;
  const job = [...(jobs.value ?? []), currentJob.value].find((one) => one !== undefined && one.id === id);
  return job !== undefined && isOpen(job) ? job : undefined;
});
effect(() => {
  if (inQuestion.value === undefined) leaveIt();
});

const drawnMs = (job: Job) => job.estimatedMs * partDone(job);

/** Cancels a job; asks first where much of it is drawn. To halt the machine is never asked: that is what Stop is for. */
export function cancelAfterAsking(job: Job, cancel: () => unknown): void {
  if (drawnMs(job) < worthAskingMs) cancel();
  else asked.value = { job, cancel };
}

export function CancelQuestion() {
  const now = asked.value;
  const job = inQuestion.value;
  if (now === undefined || job === undefined) return null;
  const isMoving = ['running', 'pausing'].includes(job.state.state);
  const drawn = texts.drawn(formatPercent(partDone(job)), formatDuration(drawnMs(job) / 1000));
  return (
    <Dialog
      title={texts.title(jobName(job))}
      onClose={leaveIt}
      actions={
        <>
          {isMoving && <StopButton />}
          <Button onClick={leaveIt}>{texts.no}</Button>
          <Button
            kind="danger"
            onClick={() => {
              leaveIt();
              now.cancel();
            }}
          >
            {texts.yes}
          </Button>
        </>
      }
    >
      <p>
        {drawn} {isMoving && texts.running}
      </p>
    </Dialog>
  );
}
