import { isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Bar, formatDuration, formatPercent, IconButton } from '../../../ui/index.ts';
import { openShortcuts } from '../../app/shortcuts/shortcuts-dialog.tsx';
import { StopButton } from '../../components/stop-button.tsx';
import { jobName, partDone } from '../../state/format.ts';
import { pauseOrGoOn } from '../../state/jobs/job-actions.ts';
import { currentJob, interruptedJob, isReachable, status } from '../../state/store.ts';
import './status-bar.css';

const texts = plotterTexts.strip;

/** Stays at the top of the window: what the machine does, and the way to make it stop. */
export function Strip() {
  const job = currentJob.value;
  const canPause = job !== undefined && ['running', 'paused', 'pausing'].includes(job.state.state);
  const isRunning = job?.state.state === 'running';
  return (
    <section class="strip" aria-label={texts.label}>
      <div class="strip-words">
        <p class="strip-now">{now()}</p>
        {job !== undefined && (
          <p class="strip-more">
            {texts.progress(
              formatPercent(partDone(job)),
              job.remainingMs === null || job.state.state === 'cancelling'
                ? ''
                : formatDuration(job.remainingMs / 1000),
            )}
          </p>
        )}
      </div>
      <IconButton
        icon="keyboard"
        label={plotterTexts.shortcuts.open}
        class="strip-help"
        onClick={openShortcuts}
      />
      {canPause && (
        <button type="button" class="strip-pause button button-plain" onClick={pauseOrGoOn}>
          {isRunning ? plotterTexts.jobs.pause : plotterTexts.jobs.resume}
        </button>
      )}
      <StopButton />
      {job !== undefined && (
        <div class="strip-bar">
          <Bar label={texts.bar} part={partDone(job)} valueText={formatPercent(partDone(job))} />
        </div>
      )}
    </section>
  );
}

function now(): string {
  const job = currentJob.value;
  const link = status.value?.link;
  if (link === undefined) return texts.unknown;
  if (!isLive.value) return texts.away;
  const state = job?.state.state;
  if (
    job !== undefined &&
    (state === 'running' || state === 'pausing' || state === 'paused' || state === 'cancelling')
  ) {
    return texts[state](jobName(job));
  }
  if (!isReachable.value) return plotterTexts.link.state[link.state];
  const left = interruptedJob.value;
  return left === undefined ? texts.idle : texts.interrupted(jobName(left));
}
