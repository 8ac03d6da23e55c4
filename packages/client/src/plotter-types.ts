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
  PlotterSetupOperation,
} from './generated/plotter.ts';

export type PlotterEvent = EventOf<PlotterEvents>;
/** Follows the events of the service, also over a lost connection. */
export type FollowPlotterEvents = (options?: EventOptions) => AsyncGenerator<PlotterEvent, void, undefined>;
/** Any operation by its name in the description. */
export type PlotterCall = RawCall<Omit<PlotterOperations, PlotterSetupOperation | 'streamPlotterEvents'>>;

/** The commands of a job, as one text of lines or as a list. */
export type JobInput = JobSettings &
  ({ script: string; commands?: never } | { commands: string[]; script?: never });

/** How a drawing is planned, and whether it becomes a job. */
export type PlanInput = Omit<PlanRequest, 'svg'>;

export interface SubmitOptions extends CallOptions {
  /** Any text that is used for this job and no other: sent again with it, the request gives the same job. */
  idempotencyKey?: string | undefined;
}

/** What a job has beside its commands. */
export type JobSettings = Omit<JobRequest, 'script' | 'commands'>;

/** What became of a job in the time that it was waited for. */
export type JobOutcome = { over: true; result: JobResult } | { over: false; job: Job };
