import { X509Certificate } from 'node:crypto';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  connect,
  createInbox,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  PermissionViolationError,
} from '@nats-io/transport-node';
import { deviceInbox } from '@stationery/contract/fleet';
import { type Logger, messageOf } from '@stationery/core';
import type { FleetConfig } from '../settings.ts';
import { keepTrying, type RetryOptions } from './keep-trying.ts';
import { whyRefused } from './why-refused.ts';

export interface Link {
  /** Whether the server is there, as far as is known. */
  readonly isConnected: boolean;
  /** Calls `listener` each time the connection is there again, until the returned function is called. */
  onReconnect(listener: () => void): () => void;
}

export interface BrokerConnection {
  nats: NatsConnection;
  js: JetStreamClient;
  /** For large messages, which take their time over a slow link. */
  patientJs: JetStreamClient;
  link: Link;
  manager: () => Promise<JetStreamManager>;
  /** A subject that only this one may read. */
  newInbox: () => string;
}

const reconnectMs = 500;
const reconnectJitterMs = 500;
const connectWithinMs = 5_000;
/** A server that is paused answers no ping; after two of them the connection counts as lost. */
const pingMs = 2_000;
/** A request that got no answer in this time is repeated by whoever sent it: all that is sent may be sent twice. */
export const answerWithinMs = 2_000;
/** The same for a message of hundreds of kilobytes. */
const largeAnswerWithinMs = 30_000;

export type BrokerState =
  | { state: 'connected' | 'connecting'; reason: null }
  /** The server is there and does not let this one in; tried again all the same. */
  | { state: 'refused'; reason: string };

export type BrokerConfig = Pick<FleetConfig, 'server' | 'isTls' | 'credentials'>;

const connected: BrokerState = { state: 'connected', reason: null };
const connecting: BrokerState = { state: 'connecting', reason: null };

/** The connection to the broker, from the first attempt to the last: there may be none for as long as it takes. */
export class Broker implements Link {
  readonly #first: Promise<BrokerConnection | undefined>;
  #current: BrokerConnection | undefined;
  #state: BrokerState = connecting;
  #onRefusal: () => void = () => undefined;
  readonly #refusal = new Promise<undefined>((resolve) => {
    this.#onRefusal = () => resolve(undefined);
  });

  readonly #onReconnect = new Set<() => void>();

  constructor(config: BrokerConfig, name: string, retry: RetryOptions) {
    const access = accessOf(config);
    this.#first = keepTrying('Connecting to the fleet', retry, async () => {
      const nats = await connect({
        servers: config.server,
        name,
        ...access,
        timeout: connectWithinMs,
        maxReconnectAttempts: -1,
        reconnectTimeWait: reconnectMs,
        reconnectJitter: reconnectJitterMs,
        pingInterval: pingMs,
        maxPingOut: 2,
        // A stack for each request, in case it fails, takes more time than the request.
        noAsyncTraces: true,
        // Refusals may pass too: a server that has not read its users again yet refuses a device that joined.
        ignoreAuthErrorAbort: true,
      }).catch((error: unknown) => {
        const reason = whyRefused(error, config);
        this.#state = reason === undefined ? connecting : { state: 'refused', reason };
        if (reason !== undefined) this.#onRefusal();
        throw reason === undefined ? error : new Error(reason, { cause: error });
      });
      this.#state = connected;
      void this.#watch(nats, config, retry);
      this.#current = {
        nats,
        js: jetstream(nats, { timeout: answerWithinMs }),
        patientJs: jetstream(nats, { timeout: largeAnswerWithinMs }),
        link: this,
        manager: () => jetstreamManager(nats, { timeout: answerWithinMs }),
        newInbox: () => createInbox(access.inboxPrefix),
      };
      return this.#current;
    });
  }

  get isConnected(): boolean {
    return this.#state.state === 'connected';
  }

  get state(): BrokerState {
    return this.#state;
  }

  onReconnect(listener: () => void): () => void {
    this.#onReconnect.add(listener);
    return () => this.#onReconnect.delete(listener);
  }

  async #watch(nats: NatsConnection, config: BrokerConfig, { log }: RetryOptions): Promise<void> {
    for await (const status of nats.status()) {
      // Also at each attempt that is refused.
      if (status.type === 'disconnect' && this.isConnected) {
        this.#state = connecting;
        log.warn({ server: config.server }, 'the connection to the fleet is lost; it is tried again');
      } else if (status.type === 'reconnect' && !this.isConnected) {
        // Said once for each attempt that failed.
        this.#state = connected;
        log.info({ server: config.server }, 'connected to the fleet again');
        for (const listener of this.#onReconnect) listener();
      } else if (status.type === 'error') this.#refused(status.error, config, log);
    }
    this.#state = connecting;
  }

  #refused(error: Error, config: BrokerConfig, log: Logger): void {
    if (error instanceof PermissionViolationError)
      log.warn({ reason: messageOf(error) }, 'the NATS server does not allow this here');
    const reason = whyRefused(error, config);
    // It is tried again all the time, and said once.
    if (reason === undefined || reason === this.#state.reason) return;
    this.#state = { state: 'refused', reason };
    log.warn({ reason }, 'the fleet refuses the connection; it is tried again');
  }

  /** Throws where there never was a connection yet. */
  get current(): BrokerConnection {
    if (this.#current === undefined) throw new Error('There is no connection yet');
    return this.#current;
  }

  /** Resolves with the first connection, or with undefined when it is stopped before. */
  first(): Promise<BrokerConnection | undefined> {
    return this.#first;
  }

  /** As `first`, for who does not wait until a refusal has passed. */
  firstUnlessRefused(): Promise<BrokerConnection | undefined> {
    return Promise.race([this.#first, this.#refusal]);
  }

  /** After the signal was given. */
  async close(): Promise<void> {
    await (await this.#first)?.nats.close().catch(() => undefined);
  }
}

function accessOf({ isTls, credentials }: BrokerConfig): NodeConnectionOptions {
  if (credentials === undefined) return isTls ? { tls: {} } : {};
  const { deviceId, seed, ca } = credentials;
  return {
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    ...(deviceId !== undefined && { inboxPrefix: deviceInbox(deviceId) }),
    ...(ca !== undefined ? { tls: trust(ca) } : isTls ? { tls: {} } : {}),
  };
}

/** One certificate that is no authority's can only be that of the server itself, whatever address it has today. */
function trust(ca: string): { ca: string } {
  const isPinned = !new X509Certificate(ca).ca;
  return { ca, ...(isPinned && { checkServerIdentity: () => undefined }) };
}

/** Whether the server has reached a limit of its own, or of the bucket; see the list of its errors. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof JetStreamApiError && [10023, 10047, 10077].includes(error.code);
}

/** Returns whether the broker already keeps the maximum of unread messages of one device. */
export function isUnreadLimit(error: unknown): boolean {
  return error instanceof JetStreamApiError && /maximum messages per subject/.test(error.message);
}
