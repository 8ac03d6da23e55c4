import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { MsgRequest } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import {
  askSubject,
  fleetObjects,
  fleetProtocol,
  type JobContent,
  ResumeAnswer,
  reportsSubject,
} from '@stationery/contract/fleet';
import { AppError, type Clock, getOrMake, type Logger, messageOf, sha256 } from '@stationery/core';
import { answerWithinMs, Broker } from '../broker/connect-broker.ts';
import { keepTrying, type RetryOptions } from '../broker/keep-trying.ts';
import { readMessage, writeMessage } from '../broker/message.ts';
import { ordersReading, readStream } from '../broker/read-stream.ts';
import { messageChecker, refusal } from '../reasons.ts';
import type { FleetConfig } from '../settings.ts';
import { ClaimStore } from './claim-store.ts';
import { PlotterAgent } from './plotter-agent.ts';
import { type FleetMembership, PlotterMembership, type ShownMembership } from './plotter-membership.ts';
import type { FleetAgentSlot, PlotterPort } from './plotter-port.ts';
import { StatePublisher } from './state-publisher.ts';

export interface PlotterAgentOptions {
  config: Pick<FleetConfig, 'server' | 'isTls' | 'credentials' | 'name' | 'tags'>;
  /** If absent, an id is generated and stored. */
  deviceId?: string;
  /** The plotter's data folder; the agent uses a subfolder of it. */
  dataDir: string;
  plotter: PlotterPort;
  fleetAgent: FleetAgentSlot;
  version: string;
  page: string | null;
  asksForPaper?: boolean;
  heartbeatMs?: number;
  /** Unacknowledged orders are delivered again after this time. */
  redeliverMs?: number;
  /** Initial values, which apply until the owner changes them. */
  membership?: Partial<FleetMembership>;
  clock: Clock;
  log: Logger;
}

export interface RunningAgent {
  deviceId: string;
  membership(): ShownMembership;
  changeMembership(change: Partial<FleetMembership>): ShownMembership;
  stop(): Promise<void>;
}

const checkAnswer = messageChecker(ResumeAnswer);

/** Starts the agent without waiting for the broker. */
export async function startPlotterAgent(options: PlotterAgentOptions): Promise<RunningAgent> {
  const { config, plotter, clock, log, heartbeatMs = 5_000 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const retry = { clock, log, signal };
  const store = new ClaimStore(join(options.dataDir, 'fleet'));
  const deviceId =
    options.deviceId ??
    config.credentials?.deviceId ??
    getOrMake(store.deviceId, () => `plotter-${randomBytes(4).toString('hex')}`);
  const membership = new PlotterMembership(store.membership, options.membership);
  const broker = new Broker(config, `device ${deviceId}`, retry);
  const outbox = new OutboxSender({ store, broker, deviceId, retry });

  const agent = new PlotterAgent({
    plotter,
    store,
    membership,
    clock,
    log,
    signal,
    connection: () => broker.state,
    asksForPaper: options.asksForPaper ?? true,
    fetch: (claim) =>
      keepTrying('Fetching a drawing', retry, async () => {
        try {
          return { bytes: await fetchContent(broker, claim.content) };
        } catch (error) {
          if (error instanceof AppError) return { error };
          throw error;
        }
      }).then((got) => {
        if (got !== undefined && 'error' in got) throw got.error;
        return got?.bytes;
      }),
    async mayResume({ job, fence }) {
      try {
        const question = writeMessage({ protocol: fleetProtocol, ask: 'resume', job, fence });
        const { nats } = broker.current;
        const answer = await nats.request(askSubject(deviceId), question, { timeout: answerWithinMs });
        const { yes, why } = readMessage(answer.data, checkAnswer);
        if (why !== undefined)
          throw new AppError('job-not-resumable', why.reason, { members: { cause: why.cause } });
        return yes;
      } catch (error) {
        if (error instanceof AppError && error.code === 'job-not-resumable') throw error;
        throw new AppError(
          'fleet-unreachable',
          `Can’t ask the fleet whether another plotter has this job now (${messageOf(error)}). Try again when the fleet is back, or run the job again as a new job.`,
        );
      }
    },
    onChange() {
      outbox.wake();
      publisher.changed();
    },
  });

  const publisher = new StatePublisher({
    broker,
    deviceId,
    state: () => ({
      name: config.name ?? (plotter.name() || deviceId),
      version: options.version,
      page: options.page,
      tags: [...config.tags],
      plotter: agent.device(),
    }),
    heartbeatMs,
    clock,
    signal,
  });
  agent.start();
  const leave = options.fleetAgent.take(agent);
  const reading = readStream(
    broker,
    {
      ...ordersReading(deviceId),
      isPrepared: config.credentials !== undefined,
      redeliverMs: options.redeliverMs,
    },
    retry,
    async ({ data }) => {
      try {
        await agent.handle(readMessage(data, (value) => value));
      } catch (error) {
        // Don't rethrow: the order would be delivered again and hold up the orders after it.
        if (!(error instanceof AppError)) throw error;
        log.warn({ reason: error.message }, 'fleet order not understood');
      }
    },
  );
  const sending = outbox.run();

  return {
    deviceId,
    membership: () => agent.membership(),
    changeMembership: (change) => agent.changeMembership(change),
    async stop() {
      leave();
      publisher.stop();
      stopping.abort();
      await broker.close();
      await Promise.all([reading, sending]);
      await agent.close();
      store.close();
    },
  };
}

const bucket = fleetObjects.drawings;

/** Fetches a drawing chunk by chunk, because a device may not create the consumer that the client library needs. */
export async function fetchContent(
  broker: Pick<Broker, 'current'>,
  { object, sizeBytes }: JobContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const { js, manager } = broker.current;
  const info = await (await new Objm(js).open(bucket)).info(object);
  if (info === null || info.deleted) throw refusal('commands-lost', { code: 'drawing-missing' });
  const { streams } = await manager();
  const subject = `$O.${bucket}.C.${info.nuid}`;
  const chunks: Uint8Array[] = [];
  for (let seq = 1, length = 0; length < sizeBytes; ) {
    // The server supports `next_by_subj` since 2.9, but the library's types lack it.
    const query = { seq, next_by_subj: subject } as MsgRequest;
    const message = await streams.getMessage(`OBJ_${bucket}`, query);
    if (message === null || message.data.length === 0) break;
    chunks.push(message.data);
    length += message.data.length;
    seq = message.seq + 1;
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== sizeBytes || sha256(bytes) !== object)
    throw refusal('commands-lost', { code: 'drawing-damaged' });
  return new Uint8Array(bytes);
}

interface OutboxDeps {
  store: ClaimStore;
  broker: Broker;
  deviceId: string;
  retry: RetryOptions;
}

/** Sends reports in order and repeats each report until the broker has confirmed it. */
class OutboxSender {
  readonly #deps: OutboxDeps;
  #wake: () => void = () => undefined;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
  }

  wake(): void {
    this.#wake();
  }

  async run(): Promise<void> {
    const { store, broker, deviceId, retry } = this.#deps;
    const { signal } = retry;
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    await broker.first();
    while (!signal.aborted) {
      const next = store.nextReport();
      if (next === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (signal.aborted || store.nextReport() !== undefined) resolve();
        });
        continue;
      }
      const { number, job, fence, body } = next;
      const message = writeMessage({ protocol: fleetProtocol, number, job, fence, ...body });
      await keepTrying('Sending reports', retry, async () => {
        await broker.current.js.publish(reportsSubject(deviceId), message, {
          msgID: `${deviceId}.${number}`,
          timeout: answerWithinMs,
        });
        // If the disk is full and this fails, the report is sent again; the broker and the board drop duplicates.
        if (!signal.aborted) store.sent(number);
      });
    }
  }
}
