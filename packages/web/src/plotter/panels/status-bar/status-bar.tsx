import type { ComponentChildren } from 'preact';
import { isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { formatDuration, formatPercent } from '../../../ui/format.ts';
import { Bar, Button } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { pauseOrResume } from '../../state/jobs/job-actions.ts';
import { currentJob, interruptedJob, isReachable, machine, status } from '../../state/store.ts';
import { describeState } from './describe-state.ts';
import './status-bar.css';

const texts = plotterTexts.statusBar;

interface StatusBarProps {
  connection: ComponentChildren;
  menu: ComponentChildren;
}

export function StatusBar({ connection, menu }: StatusBarProps) {
  const job = currentJob.value;
  const now = describeState({
    link: status.value?.link,
    job,
    interrupted: interruptedJob.value,
    isLive: isLive.value,
    isReachable: isReachable.value,
  });
  return (
    <header class="status-bar">
      <div class="status-bar-actions">
        <StopButton />
        {job?.state.state === 'running' && (
          <Button class="status-bar-pause" icon="pause" onClick={pauseOrResume}>
            {plotterTexts.jobs.pause}
          </Button>
        )}
      </div>
      <div class="status-bar-words">
        <h1 class="status-bar-name ellipsis">{machine.value?.name ?? plotterTexts.title}</h1>
        <p class="status-bar-state ellipsis">
          <span class="ellipsis">{now}</span>
          {job !== undefined && (
            <span class="status-bar-more rigid soft">
              {texts.progress(
                formatPercent(job.progress),
                job.remainingMs === null || job.state.state === 'cancelling'
                  ? ''
                  : formatDuration(job.remainingMs / 1000),
              )}
            </span>
          )}
        </p>
      </div>
      <div class="status-bar-connection">{connection}</div>
      <div class="status-bar-menu">{menu}</div>
      {job !== undefined && (
        <div class="status-bar-bar">
          <Bar label={texts.bar} part={job.progress} valueText={formatPercent(job.progress)} />
        </div>
      )}
    </header>
  );
}
