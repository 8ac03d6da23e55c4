import { JetStreamApiError } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import {
  type BoardJob,
  because,
  type DeviceReason,
  deviceIdPattern,
  fleetObjects,
  type JobContent,
  type QueueJob,
} from '@stationery/contract/fleet';
import {
  AppError,
  type Clock,
  type Logger,
  messageOf,
  RefusalLog,
  sha256,
  sharedRun,
} from '@stationery/core';
import {
  Broker,
  type BrokerConfig,
  type BrokerConnection,
  type BrokerState,
} from '../broker/connect-broker.ts';
import { keepTrying, type RetryOptions } from '../broker/keep-trying.ts';
import { createLayout } from '../broker/layout.ts';
import { createConsumer, ordersReading } from '../broker/read-stream.ts';
import { refusal } from '../reasons.ts';
import { answerQuestions } from './answer-questions.ts';
import { type Device, Devices } from './devices.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Enrolment } from './enrolment/enrolment.ts';
import { forgetDevice } from './enrolment/forget-device.ts';
import { whyNoPlotter } from './fits.ts';
import { compareQueueOrder } from './job-index.ts';
import { JobQueue } from './job-queue.ts';
import type { NatsServer } from './nats-server.ts';
import { Reports, type ReportsDeps } from './reports.ts';
import { historyJobs, Retention } from './retention.ts';
import { StorageCheck, type StorageFailure } from './storage-check.ts';
import { newJobs, type Submission } from './submission.ts';

/** Stores a drawing under its hash, unless it is already stored. */
export async function storeContent(
  broker: Pick<Broker, 'current'>,
  bytes: Uint8Array,
): Promise<Pick<JobContent, 'object' | 'sizeBytes'>> {
  const object = sha256(bytes);
  const store = await new Objm(broker.current.js).open(fleetObjects.drawings);
  const there = await store.info(object);
  if (there === null || there.deleted || there.size !== bytes.length)
    await store.putBlob({ name: object }, bytes);
  return { object, sizeBytes: bytes.length };
}

export interface FleetDeps {
  config: BrokerConfig;
  clock: Clock;
  log: Logger;
  offerWithinMs?: number;
  /** Unacknowledged reports are delivered again after this time. */
  redeliverMs?: number;
  historyJobs?: number;
  onJob?: (job: QueueJob) => void;
  onDevice?: (id: string) => void;
  /** The devices with credentials, if credentials are required. */
  enrolled?: Pick<Enrolment, 'activeIds' | 'isActive'>;
  /** The NATS server that the board started. */
  nats?: Pick<NatsServer, 'problem' | 'recover'>;
  checkStorageMs?: number;
}

export interface FleetConnection {
  state: BrokerState['state'] | StorageFailure['state'];
  why: { reason: string; cause: DeviceReason } | null;
}

const lookAgainMs = 1_000;
/** Maximum concurrent writes of jobs to the broker. */
const addedAtOnce = 50;

export class Fleet {
  readonly #broker: Broker;
  readonly #queue: JobQueue;
  readonly #devices: Devices;
  readonly #dispatcher: Dispatcher;
  readonly #reports: Reports;
  readonly #unanswered: RefusalLog;
  readonly #shared: Pick<ReportsDeps, 'broker' | 'queue' | 'isMember'>;
  readonly #retention: Retention;
  readonly #storage: StorageCheck;
  readonly #deps: FleetDeps;
  readonly #stopping = new AbortController();
  readonly #retry: RetryOptions;
  #reading: Promise<void> = Promise.resolve();
  #lastOrder = 0;
  #isReady = false;

  constructor(deps: FleetDeps) {
    const { config, clock, log, nats, checkStorageMs: everyMs } = deps;
    this.#deps = deps;
    this.#retry = { clock, log, signal: this.#stopping.signal };
    const broker = new Broker(config, 'board', this.#retry);
    this.#broker = broker;
    this.#storage = new StorageCheck({ ...this.#retry, broker, nats, everyMs });
    const again = () => void this.#dispatcher.dispatch();
    this.#queue = new JobQueue({
      broker,
      log,
      onChange: (job) => {
        this.#lastOrder = Math.max(this.#lastOrder, job.order);
        deps.onJob?.(job);
        if (job.state.state === 'waiting') again();
      },
    });
    const isMember = (id: string) => this.#isMember(id);
    this.#devices = new Devices({
      broker,
      clock,
      log,
      isMember,
      onChange: (id) => {
        deps.onDevice?.(id);
        again();
      },
    });
    const queue = this.#queue;
    this.#dispatcher = new Dispatcher({ ...deps, broker, queue, devices: this.#devices });
    this.#shared = { broker, queue, isMember };
    this.#reports = new Reports({ ...deps, ...this.#shared, dispatcher: this.#dispatcher });
    this.#unanswered = new RefusalLog(deps, 'questions not answered');
    this.#retention = new Retention({ broker, queue, most: deps.historyJobs ?? historyJobs });
  }

  /**
   * Whether the device belongs to the fleet. Revoked devices must be checked here, because a broker that has
   * not reloaded its users still accepts them.
   */
  #isMember(id: string): boolean {
    return deviceIdPattern.test(id) && (this.#deps.enrolled?.isActive(id) ?? true);
  }

  /** Resolves once the queue has been read, however long the broker is unavailable. */
  async start(): Promise<void> {
    const retry = this.#retry;
    const { clock, signal } = retry;
    await this.#broker.first();
    this.#storage.start();
    await keepTrying('Setting up the fleet', retry, () => createLayout(this.#broker));
    await Promise.all([this.#queue.follow(retry), this.#devices.follow(retry)]);
    if (signal.aborted) return;
    for (const id of this.#deps.enrolled?.activeIds() ?? []) this.prepare(id);
    this.#isReady = true;
    answerQuestions({ ...this.#shared, unanswered: this.#unanswered });
    const tidy = sharedRun(() => this.#retention.run().catch(() => undefined));
    const cancel = clock.every(lookAgainMs, () => {
      void this.#dispatcher.dispatch();
      void tidy();
    });
    signal.addEventListener('abort', cancel, { once: true });
    this.#reading = this.#reports.read(retry);
    void this.#dispatcher.dispatch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#broker.close();
    await this.#reading;
    this.#devices.close();
    this.#reports.close();
    this.#dispatcher.close();
    this.#unanswered.close();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Runs an operation that concerns neither jobs nor devices. */
  withBroker<T>(work: (broker: BrokerConnection) => Promise<T>): Promise<T> {
    return this.#whileThere(() => work(this.#broker.current));
  }

  get connection(): FleetConnection {
    const { state } = this.#broker;
    if (state.state === 'connected') return this.#storage.failure ?? state;
    return this.#deps.nats?.problem ?? state;
  }

  device(id: string): Device | undefined {
    return this.#devices.get(id);
  }

  prepare(id: string): void {
    void keepTrying('Preparing a device', this.#retry, async () => {
      const { manager } = (await this.#broker.first()) ?? {};
      if (manager !== undefined) await createConsumer(await manager(), ordersReading(id));
    });
  }

  async forget(id: string): Promise<void> {
    if (this.#isReady) await forgetDevice(this.#broker.current, id, this.#deps.log);
  }

  whyNot(job: QueueJob): BoardJob['whyNot'] {
    return whyNoPlotter(job, this.#devices.states());
  }

  devices(): Device[] {
    return this.#devices.all();
  }

  jobs(): QueueJob[] {
    return this.#queue.all().sort(compareQueueOrder);
  }

  job(id: string): QueueJob {
    return this.#queue.get(id);
  }

  count(state: QueueJob['state']['state']): number {
    return this.#queue.index.count(state);
  }

  submit(submission: Submission): Promise<QueueJob[]> {
    return this.#retention.keep(sha256(submission.bytes), async () => {
      const stored = await this.#whileThere(() => storeContent(this.#broker, submission.bytes));
      const jobs = newJobs(submission, stored, () => ++this.#lastOrder);
      const added: QueueJob[] = [];
      for (let at = 0; at < jobs.length; at += addedAtOnce)
        added.push(
          ...(await Promise.all(
            jobs.slice(at, at + addedAtOnce).map((job) => this.#whileThere(() => this.#queue.add(job))),
          )),
        );
      return added;
    });
  }

  async change(
    id: string,
    change: Partial<Pick<QueueJob, 'class' | 'priority' | 'order'>> & { isHeld?: boolean },
  ): Promise<QueueJob> {
    const { isHeld, ...rest } = change;
    return this.#decide(id, (job) => {
      const { state } = job.state;
      if (state !== 'waiting' && state !== 'held') refuse('changed', job);
      const held = isHeld ?? state === 'held';
      // With a different class, plotters that refused the job before may be able to take it.
      const refusals = rest.class === undefined ? job.refusals : [];
      return { ...job, ...rest, refusals, state: { state: held ? 'held' : 'waiting' } };
    });
  }

  async move(id: string, to: { to: 'first' | 'last' } | { before: string }): Promise<QueueJob> {
    const { priority } = this.#queue.get(id);
    const others = this.#queue.queued().filter((job) => job.id !== id && job.priority === priority);
    const at =
      'before' in to
        ? others.findIndex((job) => job.id === to.before)
        : to.to === 'first'
          ? 0
          : others.length;
    if (at < 0)
      throw new AppError('wrong-job-state', 'That job is not waiting, or has a different priority.');
    const above = others[at - 1]?.order ?? (others[0]?.order ?? 1) - 1;
    const below = others[at]?.order ?? above + 2;
    const between = (above + below) / 2;
    if (above < between && between < below) return this.change(id, { order: between });
    // No number is left between the two neighbours. Renumber the following jobs starting with the last, so that
    // their order stays the same throughout.
    const behind = others.slice(at);
    const order = this.#lastOrder + 1;
    this.#lastOrder += behind.length + 1;
    for (const [place, job] of [...behind.entries()].reverse())
      await this.#decide(job.id, (now) => ({ ...now, order: order + 1 + place }));
    return this.change(id, { order });
  }

  async cancel(id: string): Promise<QueueJob> {
    const job = await this.#decide(id, (job) => {
      const { state } = job;
      if (state.state === 'waiting' || state.state === 'held' || state.state === 'offered')
        return { ...job, state: { state: 'cancelled', ...because({ code: 'cancelled-on-board' }) } };
      if (!('device' in state) || ['done', 'failed'].includes(state.state)) refuse('cancelled', job);
      return { ...job, state: { state: 'cancelling', device: (state as { device: string }).device } };
    });
    void this.#dispatcher.dispatch();
    return job;
  }

  /** Has the job drawn from the start by any plotter that fits. The old plotter may no longer resume it. */
  async drawAgain(id: string): Promise<QueueJob> {
    let before: { device: string; fence: number } | undefined;
    const job = await this.#decide(id, (job) => {
      const { state } = job;
      const device = 'device' in state ? state.device : undefined;
      const isGone = device !== undefined && this.#devices.get(device)?.isOnline !== true;
      const isStuck =
        state.state === 'interrupted' ||
        (isGone && ['taken', 'plotting', 'paused', 'cancelling'].includes(state.state));
      if (device === undefined || !isStuck) return refuse('drawn again', job);
      before = { device, fence: job.fence };
      const earlier = [...job.earlier, { ...before, outcome: state.state }];
      return { ...job, earlier, state: { state: 'waiting' } };
    });
    if (before !== undefined)
      await this.#dispatcher.send(before.device, { order: 'withdraw', job: id, fence: before.fence });
    return job;
  }

  async #decide(id: string, make: (job: QueueJob) => QueueJob): Promise<QueueJob> {
    return (await this.#whileThere(() => this.#queue.change(id, make)))!;
  }

  async #whileThere<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      const message = messageOf(error);
      if (error instanceof JetStreamApiError) throw refusal('fleet-failed', { code: 'nats-failed', message });
      throw refusal('fleet-unreachable', { code: 'nats-silent', message });
    }
  }
}

function refuse(what: string, { id, state }: QueueJob): never {
  throw new AppError('wrong-job-state', `Job ${id} is ${state.state} and cannot be ${what}.`);
}
