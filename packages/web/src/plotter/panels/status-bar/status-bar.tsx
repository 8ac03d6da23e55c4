import { isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Bar, formatDuration, formatPercent, IconButton } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { openShortcutsDialog } from '../../state/dialogs.ts';
import { jobName } from '../../state/format.ts';
import { pauseOrResume } from '../../state/jobs/job-actions.ts';
import { currentJob, interruptedJob, isReachable, status } from '../../state/store.ts';
import './status-bar.css';

const texts = plotterTexts.statusBar;

/** Stays at the top of the window: what the machine is doing, and the button to stop it. */
export function StatusBar() {
  const job = currentJob.value;
  const canPause = job !== undefined && ['running', 'paused', 'pausing'].includes(job.state.state);
  const isRunning = job?.state.state === 'running';
  return (
    <section class="status-bar" aria-label={texts.label}>
      <div class="status-bar-words">
        <p class="status-bar-now">{describeState()}</p>
        {job !== undefined && (
          <p class="status-bar-more">
            {texts.progress(
              formatPercent(job.progress),
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
        class="status-bar-help"
        onClick={openShortcutsDialog}
      />
      {canPause && (
        <button type="button" class="status-bar-pause button button-plain" onClick={pauseOrResume}>
          {isRunning ? plotterTexts.jobs.pause : plotterTexts.jobs.resume}
        </button>
      )}
      <StopButton />
      {job !== undefined && (
        <div class="status-bar-bar">
          <Bar label={texts.bar} part={job.progress} valueText={formatPercent(job.progress)} />
        </div>
      )}
    </section>
  );
}

function describeState(): string {
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
  if (!isReachable.value) return plotterTexts.connection.state[link.state];
  const left = interruptedJob.value;
  return left === undefined ? texts.idle : texts.interrupted(jobName(left));
}
