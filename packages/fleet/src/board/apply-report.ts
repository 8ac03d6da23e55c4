import { because, type FleetReport, type QueueJob } from '@stationery/contract/fleet';
import { whyOf } from '../reasons.ts';

export interface Applied {
  job?: QueueJob;
  order?: 'grant' | 'withdraw';
}

const withDevice = ['offered', 'taken', 'plotting', 'paused', 'interrupted', 'cancelling'];

/**
 * Applies a device's report to a job. Repeated, late and foreign reports change nothing. Pure, so that a
 * conflicting write can be retried.
 */
export function applyReport(job: QueueJob, device: string, report: FleetReport): Applied {
  const { state } = job;
  const isTheirs =
    'device' in state &&
    state.device === device &&
    job.fence === report.fence &&
    withDevice.includes(state.state);
  if (!isTheirs) {
    if (report.report === 'claimed') return { order: 'withdraw' };
    if (report.report === 'state') return { ...late(), order: 'withdraw' };
    return report.report === 'over' ? late() : {};
  }
  // A repeated report, or one that a later report has overtaken. Grant a claim again, because the grant may
  // have been lost.
  if (report.number <= job.lastReport)
    return report.report === 'claimed' && state.state === 'taken' ? { order: 'grant' } : {};
  const now = { ...job, lastReport: report.number };
  switch (report.report) {
    case 'claimed':
      if (state.state !== 'offered') return { job: now };
      return { job: { ...now, state: { state: 'taken', device } }, order: 'grant' };
    case 'refused':
      return state.state === 'offered' ? { job: back(now) } : {};
    case 'returned': {
      if (state.state === 'cancelling')
        return {
          job: { ...now, state: { state: 'cancelled', ...because({ code: 'cancelled-unbegun' }) } },
        };
      const refusals = report.canTryAgain ? job.refusals : [...job.refusals, { device, ...whyOf(report) }];
      return { job: back({ ...now, refusals }) };
    }
    case 'state': {
      if (state.state === 'cancelling' && report.state !== 'interrupted') return { job: now };
      const { progress } = report;
      if (report.state === 'plotting')
        return { job: { ...now, state: { state: 'plotting', device, progress } } };
      return { job: { ...now, state: { state: report.state, device, progress, ...whyOf(report) } } };
    }
    case 'over':
      if (report.outcome === 'done') return { job: { ...now, state: { state: 'done', device } } };
      if (report.outcome === 'cancelled')
        return { job: { ...now, state: { state: 'cancelled', ...whyOf(report) } } };
      return { job: { ...now, state: { state: 'failed', device, ...whyOf(report) } } };
  }

  /** Applies a report from a plotter that had the job before. */
  function late(): Applied {
    const outcome = 'outcome' in report ? report.outcome : 'state' in report ? report.state : undefined;
    const at = job.earlier.findIndex((each) => each.device === device && each.fence === report.fence);
    if (outcome === undefined || at < 0 || job.earlier[at]?.outcome === outcome) return {};
    const earlier = job.earlier.map((each, index) => (index === at ? { ...each, outcome } : each));
    return { job: { ...job, earlier } };
  }
}

function back(job: QueueJob): QueueJob {
  return { ...job, state: { state: 'waiting' } };
}
