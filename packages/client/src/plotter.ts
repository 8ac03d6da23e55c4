import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { ProgressOptions } from './call/send-upload.ts';
import { PlotterError } from './errors.ts';
import { followEvents } from './events/follow-events.ts';
import {
  type CommandResult,
  type DrawingPlan,
  type Job,
  type JobResult,
  type MachineProfile,
  type PlotterOperations,
  type PlotterStatus,
  plotterPlaces,
} from './generated/plotter.ts';
import type {
  FollowPlotterEvents,
  JobInput,
  JobOutcome,
  JobSettings,
  PlanInput,
  PlotterCall,
  PlotterEvent,
  SubmitOptions,
} from './plotter-jobs.ts';
import { createPlotterJobs, type PlotterJobs } from './plotter-jobs.ts';
import type { Content } from './upload/content.ts';

export type PlotterHealth = PlotterOperations['getHealth']['answer'];
export type SerialPort = PlotterOperations['getPorts']['answer']['ports'][number];

/** The result of a command. `refusal`: the device's reason, such as `outside-limits;x=500;y=12.5`. */
export type SentCommand = CommandResult & { refusal: string | null };

export interface PlotterClient {
  health(options?: CallOptions): Promise<PlotterHealth>;
  status(options?: CallOptions): Promise<PlotterStatus>;
  /** Sends one command and waits for its reply. */
  send(command: string, options?: CallOptions & { timeoutMs?: number | undefined }): Promise<SentCommand>;
  /**
   * Runs a job and waits for its end. Aborting the call cancels the job. For jobs over a few minutes use
   * `queueJob` and `jobs.wait`, because Node drops a request after 5 minutes without an answer.
   */
  runJob(job: JobInput, options?: SubmitOptions): Promise<JobResult>;
  /** Queues a job and resolves at once, before it runs. */
  queueJob(job: JobInput, options?: SubmitOptions): Promise<Job>;
  /** Queues a script of any size from a file or a stream, which is read as it is sent. */
  queueScript(
    script: Content,
    options?: ProgressOptions & SubmitOptions & { job?: JobSettings | undefined },
  ): Promise<Job>;
  /** Queues a job and waits for its end, at most this long. */
  runJobWithin(waitSeconds: number, job: JobInput, options?: SubmitOptions): Promise<JobOutcome>;
  jobs: PlotterJobs;
  /** Plans on the service for its machine; with `job`, also queues it. Aborting ends the planning. */
  plan(svg: string, options?: PlanInput & CallOptions): Promise<DrawingPlan>;
  /** Stops the machine immediately, ahead of all queued commands. */
  stop(options?: CallOptions): Promise<void>;
  ports(options?: CallOptions): Promise<SerialPort[]>;
  connect(options?: CallOptions): Promise<PlotterStatus>;
  /** Changes the port permanently and connects. Refused while a job runs or is paused. */
  choosePort(path: string, options?: CallOptions): Promise<PlotterStatus>;
  /** Closes the port until the next `connect`. */
  disconnect(options?: CallOptions): Promise<PlotterStatus>;
  machine(options?: CallOptions): Promise<MachineProfile>;
  setMachine(profile: MachineProfile, options?: CallOptions): Promise<MachineProfile>;
  /** Streams plotter events until the caller stops iterating. */
  events: FollowPlotterEvents;
  description(options?: CallOptions): Promise<unknown>;
  docs(options?: CallOptions): Promise<string>;
  call: PlotterCall;
}

export function createPlotterClient(options: ClientOptions): PlotterClient {
  const connection = new Connection(plotterPlaces, options, PlotterError);
  const call: PlotterCall = (operation, ...[request]) => connection.call(operation, request);
  const events: FollowPlotterEvents = (more) =>
    followEvents<PlotterEvent>(connection, 'streamPlotterEvents', more);
  const submit = (
    body: JobInput,
    prefer: string | undefined,
    { signal, idempotencyKey }: SubmitOptions = {},
  ) => connection.send('runJob', { body, signal, headers: { prefer, 'idempotency-key': idempotencyKey } });
  return {
    call,
    events,
    jobs: createPlotterJobs(connection, events),
    health: (more) => call('getHealth', more),
    status: (more) => call('getStatus', more),
    async send(command, { signal, timeoutMs } = {}) {
      const body = { command, ...(timeoutMs && { timeoutMs }) };
      const answer = await connection.send('sendCommand', { signal, body });
      const result = await connection.read<SentCommand>(answer, signal);
      result.refusal = answer.headers.get('refusal');
      return result;
    },
    runJob: async (job, more) => connection.read(await submit(job, undefined, more), more?.signal),
    queueJob: async (job, more) => connection.read(await submit(job, 'respond-async', more), more?.signal),
    async queueScript(script, { idempotencyKey, ...more } = {}) {
      const { sendScript } = await import('./call/send-script.ts');
      return sendScript(connection, 'runJob', script, {
        ...more,
        headers: { prefer: 'respond-async', 'idempotency-key': idempotencyKey },
      });
    },
    async runJobWithin(waitSeconds, job, more) {
      const answer = await submit(job, `respond-async, wait=${waitSeconds}`, more);
      return answer.status === 202
        ? { over: false, job: await connection.read<Job>(answer, more?.signal) }
        : { over: true, result: await connection.read<JobResult>(answer, more?.signal) };
    },
    plan: (svg, { signal, ...input } = {}) => call('planDrawing', { signal, body: { svg, ...input } }),
    stop: (more) => call('stopNow', more),
    ports: async (more) => (await call('getPorts', more)).ports,
    connect: (more) => call('connectPort', more),
    choosePort: (path, more) => call('choosePort', { ...more, body: { path } }),
    disconnect: (more) => call('disconnectPort', more),
    machine: (more) => call('getMachine', more),
    setMachine: (profile, more) => call('putMachine', { ...more, body: profile }),
    description: (more) => call('getPlotterDescription', more),
    docs: (more) => call('getPlotterDocs', more),
  };
}
