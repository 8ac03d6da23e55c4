import { readFileSync } from 'node:fs';
import {
  ConnectionError,
  createPlotterClient,
  type Job,
  type JobReason,
  ServiceError,
} from '@stationery/client';
import { type BoardJob, createBoardClient } from '@stationery/client/board';
import { trustingFetch } from '@stationery/client/node';
import type { Plot, PlotReason, TagPlot } from '@stationery/contract';
import type { PlotTarget } from './plot-target.ts';

interface PlotRequest {
  drawing: string;
  name: string;
  options: Pick<TagPlot, 'paper' | 'pens'>;
}

export interface PlotReport {
  state: Exclude<Plot['state'], 'sending' | 'refused'>;
  progress: number;
  message: string | undefined;
  /** Whether the job waits for a new sheet and nothing else. */
  needsSheet: boolean;
}

/** The report is undefined for a job that was deleted. */
type OnReport = (job: string, report: PlotReport | undefined) => void;

export interface PlotService {
  submit(request: PlotRequest, signal: AbortSignal): Promise<{ job: string; report: PlotReport }>;
  /** Reports changes of the open jobs until aborted. Reconnects after a connection loss. */
  follow(open: () => readonly string[], onReport: OnReport, signal: AbortSignal): Promise<void>;
}

export interface PlotServiceOptions {
  token: string | undefined;
  /** Path of a certificate file in PEM. */
  ca: string | undefined;
  /** Whether to confirm a new sheet. A board leaves this to its plotters. */
  newSheet: boolean;
}

export function connectPlotService(target: PlotTarget, options: PlotServiceOptions): PlotService {
  const { token, ca, newSheet } = options;
  const client = {
    baseUrl: target.url,
    token,
    ...(ca !== undefined && { fetch: trustingFetch({ ca: readFileSync(ca, 'utf8') }) }),
  };
  return target.kind === 'board' ? connectBoard(client) : connectPlotter(client, newSheet);
}

/** Returns the reason of a refusal, or undefined for an unexpected error. */
export function refusalOf(error: unknown, { url }: PlotTarget): PlotReason | undefined {
  if (error instanceof ConnectionError) return { code: 'plotter-unreachable', address: url };
  if (error instanceof ServiceError) return { code: 'plotter-refused', message: error.message };
  return undefined;
}

type Client = Parameters<typeof createBoardClient>[0];

function connectPlotter(options: Client, newSheet: boolean): PlotService {
  const client = createPlotterClient(options);
  return {
    async submit({ drawing, name, options }, signal) {
      const { job } = await client.plan(drawing, { options, include: [], job: { name, newSheet }, signal });
      return { job: String(job!.id), report: ofPlotter(job!) };
    },
    async follow(open, onReport, signal) {
      const again = (id: string) => client.jobs.get(Number(id), { signal }).then(ofPlotter);
      for await (const { name, data } of client.events({ signal })) {
        if (name === 'job') onReport(String(data.id), ofPlotter(data));
        if (name === 'job.deleted') onReport(String(data.id), undefined);
        if (name === 'snapshot') await readAgain(open(), again, onReport);
      }
    },
  };
}

function connectBoard(options: Client): PlotService {
  const client = createBoardClient(options);
  return {
    async submit({ drawing: svg, name, options }, signal) {
      const [job] = await client.submit({ svg, name, options }, { signal });
      return { job: job!.id, report: ofBoard(job!) };
    },
    async follow(open, onReport, signal) {
      const again = (id: string) => client.job(id, { signal }).then(ofBoard);
      for await (const { name, data } of client.events({ signal })) {
        if (name === 'job') onReport(data.id, ofBoard(data));
        if (name === 'snapshot') await readAgain(open(), again, onReport);
      }
    },
  };
}

/** Reads the jobs again after a reconnection, because events may have been missed. */
async function readAgain(
  jobs: readonly string[],
  read: (job: string) => Promise<PlotReport>,
  onReport: OnReport,
): Promise<void> {
  for (const job of jobs) {
    try {
      onReport(job, await read(job));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      onReport(job, undefined);
    }
  }
}

const states = {
  queued: 'waiting',
  waiting: 'waiting',
  offered: 'waiting',
  taken: 'waiting',
  running: 'plotting',
  plotting: 'plotting',
  pausing: 'plotting',
  cancelling: 'plotting',
  held: 'paused',
  paused: 'paused',
  interrupted: 'paused',
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
} as const satisfies Record<Job['state']['state'] | BoardJob['state']['state'], PlotReport['state']>;

function ofPlotter({ state, progress }: Job): PlotReport {
  return { state: states[state.state], progress, ...reasonOf(state) };
}

function ofBoard({ state }: BoardJob): PlotReport {
  const progress = 'progress' in state ? state.progress : state.state === 'done' ? 1 : 0;
  return { state: states[state.state], progress, ...reasonOf(state) };
}

function reasonOf(state: object) {
  const { reason, cause } = state as { reason?: string | null; cause?: JobReason | null };
  const needsSheet = cause?.code === 'new-sheet' && cause.pen === undefined && cause.request === undefined;
  return { message: reason ?? undefined, needsSheet };
}
