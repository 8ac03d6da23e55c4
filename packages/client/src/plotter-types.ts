import type { CallOptions } from './call/connection.ts';
import type { EventOf, RawCall } from './call/operations.ts';
import type { EventOptions } from './events/follow-events.ts';
import type {
  Job,
  JobRequest,
  JobResult,
  PlanRequest,
  PlotterEvents,
  PlotterOperations,
  PlotterPhonesOperation,
  PlotterSetupOperation,
} from './generated/plotter.ts';

export type PlotterEvent = EventOf<PlotterEvents>;
/** Streams plotter events and reconnects after a connection loss. */
export type FollowPlotterEvents = (options?: EventOptions) => AsyncGenerator<PlotterEvent, void, undefined>;
/** Calls any operation by its name in the description. */
export type PlotterCall = RawCall<
  Omit<PlotterOperations, PlotterSetupOperation | PlotterPhonesOperation | 'streamPlotterEvents'>
>;

/** The commands of a job, as text or as a list. */
export type JobInput = JobSettings &
  ({ script: string; commands?: never } | { commands: string[]; script?: never });

/** Plan options, and whether to queue the plan as a job. */
export type PlanInput = Omit<PlanRequest, 'svg'>;

export interface SubmitOptions extends CallOptions {
  /** A text unique to this job: a repeated request returns the same job. */
  idempotencyKey?: string | undefined;
}

export type JobSettings = Omit<JobRequest, 'script' | 'commands'>;

/** The result if the job ended within the wait, otherwise the job. */
export type JobOutcome = { over: true; result: JobResult } | { over: false; job: Job };
