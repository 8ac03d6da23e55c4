import type { JobReason } from '@stationery/contract';
import {
  AboutJob,
  because,
  type DeviceReason,
  FleetOrder,
  fleetProtocol,
  type PlotterDevice,
  type Why,
} from '@stationery/contract/fleet';
import { AppError, type Clock, type Logger, messageOf, SerialQueue, sharedRun } from '@stationery/core';
import { bodyChecker } from '@stationery/http';
import type { BrokerState } from '../broker/connect-broker.ts';
import { keepTrying } from '../broker/keep-trying.ts';
import { causeOf, refusal, whyOf } from '../reasons.ts';
import type { Claim, ClaimStore, NewReport } from './claim-store.ts';
import type { FleetMembership, PlotterMembership, ShownMembership } from './plotter-membership.ts';
import type { PlotterJob, PlotterPort } from './plotter-port.ts';

type Meaning =
  | { kind: 'nothing' }
  /** The job never started and will not start without a user. */
  | { kind: 'not-begun'; why: Why }
  | { kind: 'state'; report: NewReport & { report: 'state' } }
  | { kind: 'over'; report: NewReport; hasDrawn: boolean };

function meaningOf(job: PlotterJob): Meaning {
  const { state, progress, sent } = job;
  const why = whyOf(state as Partial<Why>);
  const reported = (word: 'plotting' | 'paused' | 'interrupted') =>
    ({ kind: 'state', report: { report: 'state', state: word, progress, ...why } }) as const;
  switch (state.state) {
    case 'queued':
      return { kind: 'nothing' };
    case 'held':
    case 'interrupted':
      return sent === 0 ? { kind: 'not-begun', why } : reported('interrupted');
    case 'running':
    case 'pausing':
    case 'cancelling':
      return reported('plotting');
    case 'paused':
      return reported('paused');
    case 'done':
    case 'failed':
    case 'cancelled':
      return { kind: 'over', report: { report: 'over', outcome: state.state, ...why }, hasDrawn: sent > 0 };
  }
}

export interface PlotterAgentDeps {
  plotter: PlotterPort;
  store: ClaimStore;
  membership: PlotterMembership;
  /** Fetches the drawing; waits while the broker is unavailable. Resolves to undefined if the agent ends first. */
  fetch: (claim: Claim) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Asks the board whether the job may be resumed. Throws if the board can’t be reached or doesn’t know. */
  mayResume: (claim: Claim) => Promise<boolean>;
  connection: () => BrokerState;
  /** Whether a user has to change the sheet after each job. */
  asksForPaper: boolean;
  onChange: () => void;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

const progressEveryMs = 2_000;
const checkAbout = bodyChecker(AboutJob);
const checkOrder = bodyChecker(FleetOrder);
/** Faults of the service, not of the drawing: a different plotter, or this plotter at a later time, may succeed. */
const passingFaults = [
  'disk-full',
  'service-stopping',
  'too-many-drawings',
  'machine-unidentified',
  'unexpected-error',
];

/** The plotter stores a job under this key, so that a claim never becomes two jobs. */
const keyOf = ({ job, fence }: Pick<Claim, 'job' | 'fence'>) => `fleet:${job}:${fence}`;

/**
 * Takes jobs from the fleet. A claim is stored before its offer is acknowledged, and nothing is drawn before
 * the board grants the claim.
 */
export class PlotterAgent {
  readonly #deps: PlotterAgentDeps;
  /** Handles orders and job changes one at a time. */
  readonly #steps = new SerialQueue();
  readonly #toldMs = new Map<string, number>();
  readonly #following = new Map<string, () => Promise<unknown>>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: PlotterAgentDeps) {
    this.#deps = deps;
  }

  start(): void {
    const { plotter, store } = this.#deps;
    for (const { job } of store.open())
      this.#begin(this.#untilStored('Taking up a job of the fleet', () => this.#takeUp(job)));
    const unsubscribe = plotter.subscribe((event) => {
      if (event.name === 'job') this.jobChanged(event.data.id);
      else if (event.name === 'job.deleted') this.jobChanged(event.data.id);
      else if (event.name === 'snapshot') for (const { job } of store.open()) this.#followLater(job);
      if (event.name === 'status' || event.name === 'snapshot') this.#deps.onChange();
    });
    this.#deps.signal.addEventListener('abort', unsubscribe, { once: true });
  }

  async #takeUp(jobId: string): Promise<void> {
    const { plotter, store } = this.#deps;
    const claim = store.get(jobId);
    if (claim?.phase === 'returning') this.#returnJob(claim, because({ code: 'service-restarted' }));
    else if (claim?.phase === 'granted') {
      const job = plotter.jobWithKey(keyOf(claim));
      if (job === undefined) this.#begin(this.#takeIn(claim));
      else store.taken(claim.job, job.id);
    }
    await this.#follow(jobId);
  }

  /** Repeats a step until it succeeds, for example on a full disk. Other steps run in between. Never rejects. */
  #untilStored(what: string, step: () => Promise<void>): Promise<unknown> {
    return keepTrying(what, this.#deps, () => this.#steps.run(step));
  }

  /** Tracks `work`, so that `close` waits for it. `work` must never reject. */
  #begin(work: Promise<unknown>): void {
    this.#underWay.add(work);
    void work.then(() => this.#underWay.delete(work));
  }

  jobChanged(plotterJob: number): void {
    const claim = this.#deps.store.ofPlotterJob(plotterJob);
    if (claim !== undefined) this.#followLater(claim.job);
    this.#deps.onChange();
  }

  /** Resolves when the order is stored; it may be acknowledged then. */
  handle(bytes: unknown): Promise<void> {
    return this.#steps.run(async () => {
      // Check only members that exist in every version of the protocol.
      const about = checkAbout(bytes);
      if (about.protocol !== fleetProtocol) {
        const why = because({ code: 'other-protocol', board: about.protocol, device: fleetProtocol });
        this.#deps.log.warn({ reason: why.reason }, 'fleet order refused');
        this.#deps.store.report(about, { report: 'refused', ...why });
        this.#deps.onChange();
        return;
      }
      const order = checkOrder(bytes);
      if (order.order === 'offer') this.#offered(order);
      else if (order.order === 'grant') this.#granted(order);
      else if (order.order === 'withdraw') await this.#withdrawn(order);
      else await this.#cancelled(order);
      this.#deps.onChange();
    });
  }

  /** Resolves when the agent no longer uses the store. Abort the signal first. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#steps.close();
  }

  device(): PlotterDevice {
    const { plotter, membership, store } = this.#deps;
    const { job } = plotter.status();
    const idle = this.#whyNotFree();
    const cause = job?.state.state === 'paused' ? job.state.cause : undefined;
    const { inQueue, paper, pens, needsPaper } = membership.current;
    return {
      inQueue,
      isFree: idle === undefined,
      whyNotFree: idle === undefined ? null : because(idle),
      paper,
      pens,
      job: job && {
        queueJob: store.ofPlotterJob(job.id)?.job ?? null,
        name: job.name,
        state: job.state.state as 'running',
        progress: job.progress,
        remainingMs: job.remainingMs,
        why: 'reason' in job.state ? whyOf(job.state) : null,
      },
      needsPen: penIn(cause)?.name ?? null,
      needsPaper: needsPaper || cause?.code === 'new-sheet',
    };
  }

  membership(): ShownMembership {
    return { ...this.#deps.membership.current, connection: this.#deps.connection() };
  }

  changeMembership(change: Partial<FleetMembership>): ShownMembership {
    this.#deps.membership.change({ ...(change.inQueue !== undefined && { wasStopped: false }), ...change });
    this.#deps.onChange();
    return this.membership();
  }

  /** Called when a user has stopped the machine. Leaves the queue, so that no waiting job moves the machine again. */
  stopped(): void {
    this.#deps.membership.change({ inQueue: false, wasStopped: true });
    this.#deps.onChange();
  }

  async beforeResume(plotterJob: number): Promise<void> {
    const claim = this.#deps.store.ofPlotterJob(plotterJob);
    if (claim === undefined) return;
    const mayResume = !claim.isWithdrawn && (await this.#deps.mayResume(claim));
    if (!mayResume) throw refusal('job-not-resumable', { code: 'resume-elsewhere' });
  }

  #whyNotFree(): DeviceReason | undefined {
    const { plotter, membership, store } = this.#deps;
    const { link, job, queued, recognised } = plotter.status();
    if (!membership.current.inQueue) return this.#whyNotInQueue();
    if (store.open().length > 0) return { code: 'has-fleet-job' };
    if (job !== null || queued > 0) return { code: 'has-own-jobs' };
    if (link.state !== 'ready') return { code: 'plotter-not-connected' };
    if (!recognised) return { code: 'plotter-unidentified' };
    return membership.current.needsPaper ? { code: 'needs-sheet' } : undefined;
  }

  #whyNotInQueue(): DeviceReason {
    return { code: this.#deps.membership.current.wasStopped ? 'machine-stopped' : 'taken-out' };
  }

  #offered(order: FleetOrder & { order: 'offer' }): void {
    const { store } = this.#deps;
    const before = store.get(order.job);
    // Duplicate offer: already decided and reported.
    if (before !== undefined && before.fence >= order.fence) return;
    const isStillHere = before !== undefined && before.phase !== 'over';
    const cause = isStillHere ? ({ code: 'still-has-job' } as const) : this.#whyNotFree();
    if (cause === undefined) store.claim(order);
    else store.report(order, { report: 'refused', ...because(cause) });
  }

  #granted(order: FleetOrder): void {
    const { store } = this.#deps;
    const claim = store.get(order.job);
    if (claim === undefined) {
      // This device lost its store, so only a user can tell whether the job was drawn.
      const why = because({ code: 'plotter-data-lost' });
      store.report(order, { report: 'state', state: 'interrupted', progress: 0, ...why });
      return;
    }
    if (claim.fence !== order.fence || claim.phase !== 'claimed') return;
    store.granted(claim.job);
    this.#begin(this.#takeIn({ ...claim, phase: 'granted' }));
  }

  /** Handles a withdrawn job: its claim came too late, or a user had the job drawn elsewhere. */
  async #withdrawn(order: FleetOrder): Promise<void> {
    const { store } = this.#deps;
    const claim = store.get(order.job);
    if (claim === undefined || claim.fence > order.fence || claim.phase === 'over') return;
    store.withdrawn(claim.job);
    if (claim.plotterJob === null) store.over(claim);
    else await this.#follow(claim.job);
  }

  async #cancelled(order: FleetOrder): Promise<void> {
    const { store, plotter } = this.#deps;
    const claim = store.get(order.job);
    if (claim !== undefined && (claim.fence > order.fence || claim.phase === 'over')) return;
    if (claim?.plotterJob == null) {
      store.over(order, {
        report: 'over',
        outcome: 'cancelled',
        ...because({ code: 'cancelled-unbegun' }),
      });
      return;
    }
    await plotter.cancel(claim.plotterJob).catch(() => undefined);
    await this.#follow(claim.job);
  }

  /** Never rejects. */
  async #takeIn(claim: Claim): Promise<void> {
    const { plotter, store, membership, fetch, log, signal } = this.#deps;
    const onStored = (id: number) => store.taken(claim.job, id);
    const phase = () => store.get(claim.job)?.phase;
    try {
      const bytes = await fetch(claim);
      if (bytes === undefined || signal.aborted || phase() !== 'granted') return;
      if (!membership.current.inQueue) {
        this.#returnJob(claim, because(this.#whyNotInQueue()));
        return;
      }
      const key = keyOf(claim);
      if (claim.content.kind === 'commands') await plotter.addJob(piecesOf(bytes), key, onStored);
      else {
        const { options, thinkMs, newSheet } = claim.content;
        const more = {
          ...(options && { options }),
          ...(thinkMs !== undefined && { thinkMs }),
          ...(newSheet !== undefined && { newSheet }),
          ...(claim.name !== null && { name: claim.name }),
        };
        await plotter.addDrawing({ svg: bytes, ...more }, key, onStored, signal);
      }
      this.#followLater(claim.job);
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ reason: messageOf(error), job: claim.job }, 'fleet job returned');
      const isPassing = !(error instanceof AppError) || passingFaults.includes(error.code);
      await this.#untilStored('Returning a job of the fleet', async () => {
        if (phase() === 'granted' || phase() === 'returning')
          this.#returnJob(claim, because(causeOf(error, 'drawing-refused')), isPassing);
      });
    }
  }

  #followLater(job: string): void {
    const follow =
      this.#following.get(job) ??
      sharedRun(() => this.#untilStored('Reporting a job of the fleet', () => this.#follow(job)));
    this.#following.set(job, follow);
    this.#begin(follow());
  }

  async #follow(jobId: string): Promise<void> {
    const { store, plotter, membership, asksForPaper, signal } = this.#deps;
    const claim = store.get(jobId);
    if (signal.aborted) return;
    if (claim?.phase !== 'taken' || claim.plotterJob === null) {
      this.#following.delete(jobId);
      return;
    }
    const job = plotter.job(claim.plotterJob);
    if (job === undefined) {
      store.over(claim, {
        report: 'over',
        outcome: 'cancelled',
        ...because({ code: 'removed-at-plotter' }),
      });
      return;
    }
    const meaning = meaningOf(job);
    if (meaning.kind === 'over') {
      if (meaning.hasDrawn && asksForPaper) membership.change({ needsPaper: true });
      store.over(claim, meaning.report);
    } else if (claim.isWithdrawn && job.state.state !== 'running' && job.state.state !== 'pausing') {
      // A withdrawn job that is running may finish, but once it is interrupted, it must not be resumed.
      await plotter.cancel(claim.plotterJob).catch(() => undefined);
      return;
    } else if (meaning.kind === 'not-begun') this.#returnJob(claim, meaning.why);
    else if (meaning.kind === 'state') this.#tellState(claim, meaning.report);
    this.#deps.onChange();
  }

  #tellState(claim: Claim, report: NewReport & { report: 'state' }): void {
    const nowMs = this.#deps.clock.nowMs();
    const last = this.#toldMs.get(claim.job) ?? Number.NEGATIVE_INFINITY;
    const isProgress = report.state === 'plotting' && report.progress > 0;
    if (isProgress && nowMs - last < progressEveryMs) return;
    this.#toldMs.set(claim.job, nowMs);
    this.#deps.store.report(claim, report);
  }

  /**
   * Returns the job in three steps, each of which may be repeated: marks the claim, removes the plotter's job,
   * reports.
   */
  #returnJob(claim: Claim, why: Why, canTryAgain = true): void {
    const { store, plotter } = this.#deps;
    store.returning(claim.job);
    const id = claim.plotterJob ?? plotter.jobWithKey(keyOf(claim))?.id;
    const job = id === undefined ? undefined : plotter.job(id);
    if (job !== undefined) plotter.remove(job.id);
    store.over(claim, { report: 'returned', ...why, canTryAgain });
    this.#deps.onChange();
  }
}

function penIn(cause: JobReason | undefined): { name: string } | undefined {
  return cause?.code === 'new-sheet' ? cause.pen : cause?.code === 'pen-change' ? cause : undefined;
}

async function* piecesOf(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes.buffer);
}
