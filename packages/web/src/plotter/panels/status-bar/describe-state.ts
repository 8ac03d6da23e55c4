import type { Job } from '@stationery/client';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { jobName } from '../../state/format.ts';
import { needsAttention, type PlotterLink } from '../../state/store.ts';

const texts = plotterTexts.statusBar;

interface ShownState {
  link: PlotterLink | undefined;
  job: Job | undefined;
  interrupted: Job | undefined;
  isLive: boolean;
  isReachable: boolean;
}

/** Describes first what the machine needs from the user. */
export function describeState({ link, job, interrupted, isLive, isReachable }: ShownState): string {
  if (link === undefined) return sharedTexts.loading;
  if (!isLive) return texts.away;
  if (needsAttention(link)) return describeReason(link);
  const state = job?.state.state;
  if (
    job !== undefined &&
    (state === 'running' || state === 'pausing' || state === 'paused' || state === 'cancelling')
  ) {
    return texts[state](jobName(job));
  }
  if (!isReachable) return plotterTexts.connection.state[link.state];
  return interrupted === undefined ? texts.idle : texts.interrupted(jobName(interrupted));
}
