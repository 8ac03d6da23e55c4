import { X509Certificate } from 'node:crypto';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from '@nats-io/jetstream';
import {
  AuthorizationError,
  connect,
  createInbox,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  PermissionViolationError,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';
import { type BrokerReason, describeBrokerReason } from '@stationery/contract';
import { deviceInbox } from '@stationery/contract/fleet';
import { type Logger, messageOf, systemErrorCode } from '@stationery/core';
import type { FleetConfig } from '../settings.ts';
import { keepTrying, type RetryOptions } from './keep-trying.ts';

export interface Link {
  readonly isConnected: boolean;
  onReconnect(listener: () => void): () => void;
}

export interface BrokerConnection {
  nats: NatsConnection;
  js: JetStreamClient;
  /** Like `js` with a longer timeout, for large messages over a slow link. */
  patientJs: JetStreamClient;
  link: Link;
  manager: () => Promise<JetStreamManager>;
  /** Returns a reply subject that only this client may read. */
  newInbox: () => string;
}

const reconnectMs = 500;
const reconnectJitterMs = 500;
const connectWithinMs = 5_000;
/** Ping interval. A paused server answers no ping, and after two missed pings the connection counts as lost. */
const pingMs = 2_000;
/** Callers repeat a request if no reply came within this time, so every request may be sent twice. */
export const answerWithinMs = 2_000;
/** Like `answerWithinMs`, for messages of hundreds of kilobytes. */
const largeAnswerWithinMs = 30_000;

export type BrokerState =
  | { state: 'connected' | 'connecting'; why: null }
  /** The server refuses this client. The client retries nevertheless. */
  | { state: 'refused'; why: { reason: string; cause: BrokerReason } };

export type BrokerConfig = Pick<FleetConfig, 'server' | 'isTls' | 'credentials'>;

const connected: BrokerState = { state: 'connected', why: null };
const connecting: BrokerState = { state: 'connecting', why: null };

/** Retries until the first connection, and reconnects afterwards. */
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
        // Recording a stack trace for each request takes more time than the request itself.
        noAsyncTraces: true,
        // Keep retrying, because a server that has not yet reloaded its users refuses a device that has just joined.
        ignoreAuthErrorAbort: true,
      }).catch((error: unknown) => {
        const cause = whyRefused(error, config);
        this.#state = cause === undefined ? connecting : refusedState(cause);
        if (cause === undefined) throw error;
        this.#onRefusal();
        throw new Error(describeBrokerReason(cause), { cause: error });
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
      // Check `isConnected`, because the library also emits `disconnect` for each refused attempt.
      if (status.type === 'disconnect' && this.isConnected) {
        this.#state = connecting;
        log.warn({ server: config.server }, 'connection to the fleet lost; retrying');
      } else if (status.type === 'reconnect' && !this.isConnected) {
        // Check `isConnected`, because the library emits `reconnect` once for each failed attempt.
        this.#state = connected;
        log.info({ server: config.server }, 'reconnected to the fleet');
        for (const listener of this.#onReconnect) listener();
      } else if (status.type === 'error') this.#refused(status.error, config, log);
    }
    this.#state = connecting;
  }

  #refused(error: Error, config: BrokerConfig, log: Logger): void {
    if (error instanceof PermissionViolationError)
      log.warn({ reason: messageOf(error) }, 'the NATS server denied permission');
    const cause = whyRefused(error, config);
    // The client keeps retrying, so log each cause only once.
    if (cause === undefined || cause.code === this.#state.why?.cause.code) return;
    this.#state = refusedState(cause);
    log.warn({ reason: describeBrokerReason(cause) }, 'the fleet refuses the connection; retrying');
  }

  /** Throws before the first connection. */
  get current(): BrokerConnection {
    if (this.#current === undefined) throw new Error('There is no connection yet');
    return this.#current;
  }

  /** Resolves to the first connection, or to undefined if stopped before. */
  first(): Promise<BrokerConnection | undefined> {
    return this.#first;
  }

  /** Like `first`, but rejects if the server refuses the connection. */
  firstUnlessRefused(): Promise<BrokerConnection | undefined> {
    return Promise.race([this.#first, this.#refusal]);
  }

  /** Closes the connection. Abort the signal first. */
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

/**
 * Trusts `ca`. If it is not the certificate of an authority, it must be the server's own, and is accepted at
 * any address.
 */
function trust(ca: string): { ca: string } {
  const isPinned = !new X509Certificate(ca).ca;
  return { ca, ...(isPinned && { checkServerIdentity: () => undefined }) };
}

/** Whether the server lacks space; the codes are from nats-server's list of errors. */
export function isNoRoom(error: unknown): boolean {
  return error instanceof JetStreamApiError && [10023, 10047, 10077].includes(error.code);
}

/** Whether one device has reached its maximum of unread messages. */
export function isUnreadLimit(error: unknown): boolean {
  return error instanceof JetStreamApiError && /maximum messages per subject/.test(error.message);
}

const refusedState = (cause: BrokerReason): BrokerState => ({
  state: 'refused',
  why: { reason: describeBrokerReason(cause), cause },
});

/** Error codes of Node for certificates of an unknown authority. */
const unknownCertificates = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/** Returns the reason if the error is a refusal, otherwise undefined. */
function whyRefused(
  error: unknown,
  { credentials }: Pick<FleetConfig, 'credentials'>,
): BrokerReason | undefined {
  if (error instanceof AuthorizationError || error instanceof UserAuthenticationExpiredError) {
    if (credentials === undefined) return { code: 'credentials-missing' };
    const { deviceId: device } = credentials;
    return device === undefined
      ? { code: 'board-credentials-refused' }
      : { code: 'credentials-refused', device };
  }
  const { cause } = error as { cause?: unknown };
  const code = systemErrorCode(error) ?? systemErrorCode(cause);
  if (code === undefined || !unknownCertificates.includes(code)) return undefined;
  return { code: credentials?.ca === undefined ? 'certificate-unknown' : 'certificate-changed' };
}
