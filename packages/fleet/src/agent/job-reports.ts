import type { NewReport } from './claim-store.ts';
import type { PlotterJob } from './plotter-port.ts';

/** The meaning of a plotter job's state for the fleet: a report, the end of the claim, or nothing. */
export type Meaning =
  | { kind: 'nothing' }
  /** It never started and will not start without a user. */
  | { kind: 'not-begun'; reason: string }
  | { kind: 'state'; report: NewReport & { report: 'state' } }
  | { kind: 'over'; report: NewReport; hasDrawn: boolean };

export function meaningOf(job: PlotterJob): Meaning {
  const { state, progress, sent } = job;
  const reason = 'reason' in state ? (state.reason ?? '').slice(0, 1000) : '';
  const of = (word: 'plotting' | 'paused' | 'interrupted') =>
    ({ kind: 'state', report: { report: 'state', state: word, progress, reason } }) as const;
  switch (state.state) {
    case 'queued':
      return { kind: 'nothing' };
    case 'held':
      return sent === 0 ? { kind: 'not-begun', reason } : of('interrupted');
    case 'running':
    case 'pausing':
    case 'cancelling':
      return of('plotting');
    case 'paused':
      return of('paused');
    case 'interrupted':
      return sent === 0 ? { kind: 'not-begun', reason } : of('interrupted');
    case 'done':
    case 'failed':
    case 'cancelled':
      return { kind: 'over', report: { report: 'over', outcome: state.state, reason }, hasDrawn: sent > 0 };
  }
}
