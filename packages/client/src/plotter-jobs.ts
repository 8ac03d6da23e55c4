import type { CallOptions, Connection } from './call/connection.ts';
import type { EventOf, RawCall } from './call/operations.ts';
import type { ProgressOptions } from './call/send-upload.ts';
import type { EventOptions } from './events/follow-events.ts';
import type {
  DrawingOptions,
  Job,
  JobCommandResult,
  JobRequest,
  JobResult,
  PlanRequest,
  PlotterBackupOperation,
  PlotterEvents,
  PlotterOperations,
  PlotterPhonesOperation,
  PlotterSetupOperation,
  plotterPlaces,
} from './generated/plotter.ts';
import type { Content } from './upload/content.ts';

export type PlotterEvent = EventOf<PlotterEvents>;
/** Streams plotter events and reconnects after a connection loss. */
export type FollowPlotterEvents = (options?: EventOptions) => AsyncGenerator<PlotterEvent, void, undefined>;
/** Calls an operation by its OpenAPI `operationId`. Operations with their own entry point are excluded. */
export type PlotterCall = RawCall<
  Omit<
    PlotterOperations,
    PlotterSetupOperation | PlotterPhonesOperation | PlotterBackupOperation | 'streamPlotterEvents'
  >
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

export interface RerunOptions {
  /** The first stroke to draw, counted from 1. */
  from?: number | undefined;
  /** Planned and actual positions of marks on a sheet that has moved. */
  marks?: Readonly<NonNullable<DrawingOptions['marks']>> | undefined;
}

export type JobSettings = Omit<JobRequest, 'script' | 'commands'>;

/** The result if the job ended within the wait, otherwise the job. */
export type JobOutcome = { over: true; result: JobResult } | { over: false; job: Job };

export type JobCheck = PlotterOperations['checkJob']['answer'];
export type JobPreview = PlotterOperations['getJobPreview']['answer'];
export type ResultsPage = PlotterOperations['getJobResults']['answer'];

export interface PlotterJobs {
  /** Lists jobs, newest first; 50 by default. */
  list(options?: CallOptions & { limit?: number | undefined; before?: number | undefined }): Promise<Job[]>;
  get(id: number, options?: CallOptions): Promise<Job>;
  /** Lists waiting jobs in queue order; 50 by default. */
  queue(options?: CallOptions & { limit?: number | undefined }): Promise<Job[]>;
  move(id: number, place: { to: 'first' | 'last' } | { before: number }, options?: CallOptions): Promise<Job>;
  pause(id: number, options?: CallOptions): Promise<Job>;
  /**
   * Resumes a job. Refused if the position was lost (409, `/problems/position-lost`), unless `penAtOrigin`
   * confirms it.
   */
  resume(id: number, options?: CallOptions & { penAtOrigin?: boolean | undefined }): Promise<Job>;
  cancel(id: number, options?: CallOptions): Promise<Job>;
  /** Queues the job again as a new job, optionally from a later stroke. Returns the new job. */
  rerun(id: number, options?: CallOptions & RerunOptions): Promise<Job>;
  /** The device's replies so far, fetched in pages. */
  results(
    id: number,
    options?: CallOptions & { from?: number | undefined },
  ): AsyncGenerator<JobCommandResult, void, undefined>;
  resultsPage(
    id: number,
    options?: CallOptions & { from?: number | undefined; limit?: number | undefined },
  ): Promise<ResultsPage>;
  commands(id: number, options?: CallOptions): Promise<string>;
  /** Like `commands`, as a stream: a job may have a million commands. */
  commandStream(id: number, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
  /** A small drawing of the whole job, at most 30 kB. */
  preview(id: number, options?: CallOptions): Promise<JobPreview>;
  /** Deletes a job that is not using the machine. */
  remove(id: number, options?: CallOptions): Promise<void>;
  /** Checks a job before it runs: problems, time, extent. */
  check(job: JobInput, options?: CallOptions): Promise<JobCheck>;
  /** Like `check`, for a script of any size from a file or a stream. */
  checkScript(script: Content, options?: ProgressOptions): Promise<JobCheck>;
  /** Resolves when the job has ended or needs the user (`hasStopped`). Survives a lost connection. */
  wait(id: number, options?: CallOptions & { onChange?: ((job: Job) => void) | undefined }): Promise<Job>;
}

/** An interrupted job continues only when it is resumed. */
export function hasStopped({ state }: Pick<Job, 'state'>): boolean {
  return /^(done|failed|cancelled|interrupted)$/.test(state.state);
}

export function createPlotterJobs(
  connection: Connection<keyof typeof plotterPlaces>,
  events: FollowPlotterEvents,
): PlotterJobs {
  const call: PlotterCall = (operation, ...[request]) => connection.call(operation, request);
  type OfOneJob = 'getJob' | 'pauseJob' | 'cancelJob' | 'getJobCommands' | 'getJobPreview' | 'deleteJob';
  const ask =
    <O extends OfOneJob>(operation: O) =>
    (id: number, more?: CallOptions): Promise<PlotterOperations[O]['answer']> =>
      connection.call(operation, { ...more, params: { id } });
  const get = ask('getJob');
  const resultsPage: PlotterJobs['resultsPage'] = (id, { signal, ...query } = {}) =>
    call('getJobResults', { signal, params: { id }, query });
  const listed =
    (operation: 'listJobs' | 'getQueue'): PlotterJobs['list'] =>
    async ({ signal, ...query } = {}) =>
      (await call(operation, { signal, query })).jobs;
  return {
    get,
    resultsPage,
    list: listed('listJobs'),
    queue: listed('getQueue'),
    move: (id, place, more) => call('moveJob', { ...more, params: { id }, body: place }),
    pause: ask('pauseJob'),
    resume: (id, { signal, penAtOrigin } = {}) =>
      call('resumeJob', { signal, params: { id }, ...(penAtOrigin && { body: { penAtOrigin } }) }),
    cancel: ask('cancelJob'),
    rerun: (id, { signal, ...body } = {}) =>
      call('rerunJob', { signal, params: { id }, body: body as { from?: number } }),
    async *results(id, { signal, from = 0 } = {}) {
      for (let next: number | null = from; next !== null; ) {
        const page: ResultsPage = await resultsPage(id, { signal, from: next });
        yield* page.results;
        next = page.next;
      }
    },
    commands: ask('getJobCommands'),
    preview: ask('getJobPreview'),
    commandStream: async (id, { signal } = {}) =>
      (await connection.send('getJobCommands', { signal, params: { id } }))
        .body as ReadableStream<Uint8Array>,
    remove: ask('deleteJob'),
    check: (job, more) => call('checkJob', { ...more, body: job }),
    async checkScript(script, more = {}) {
      const { sendScript } = await import('./call/send-script.ts');
      return sendScript(connection, 'checkJob', script, more);
    },
    async wait(id, { signal, onChange } = {}) {
      for await (const { name, data } of events({ signal })) {
        const isThis = (name === 'job' || name === 'job.deleted') && data.id === id;
        // A snapshot means that events may have been missed, so request the job. For a deleted job, the request
        // fails.
        if (name !== 'snapshot' && !isThis) continue;
        const job = name === 'job' ? data : await get(id, { signal });
        onChange?.(job);
        if (hasStopped(job)) return job;
      }
      throw signal?.reason;
    },
  };
}
