import { X509Certificate } from 'node:crypto';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import { deviceInbox } from '@stationery/contract/fleet';
import type { FleetConfig } from '../settings.ts';
import { keepTrying, type Trying } from './keep-trying.ts';

export interface BrokerConnection {
  nats: NatsConnection;
  js: JetStreamClient;
  manager: () => Promise<JetStreamManager>;
}

const reconnectMs = 500;
const reconnectJitterMs = 500;
const connectWithinMs = 5_000;
/** A server that is paused answers no ping; after two of them the connection counts as lost. */
const pingMs = 2_000;
/** A request that got no answer in this time is repeated by whoever sent it: all that is sent may be sent twice. */
export const answerWithinMs = 2_000;

export type BrokerConfig = Pick<FleetConfig, 'server' | 'isTls' | 'credentials'>;

/** The connection to the broker, from the first attempt to the last: there may be none for as long as it takes. */
export class Broker {
  readonly #first: Promise<BrokerConnection | undefined>;
  #current: BrokerConnection | undefined;
  #isConnected = false;

  constructor(config: BrokerConfig, name: string, trying: Trying) {
    this.#first = keepTrying('Connecting to the fleet', trying, async () => {
      const nats = await connect({
        servers: config.server,
        name,
        ...accessOf(config),
        timeout: connectWithinMs,
        maxReconnectAttempts: -1,
        reconnectTimeWait: reconnectMs,
        reconnectJitter: reconnectJitterMs,
        pingInterval: pingMs,
        maxPingOut: 2,
      });
      this.#isConnected = true;
      void this.#watch(nats);
      this.#current = {
        nats,
        js: jetstream(nats, { timeout: answerWithinMs }),
        manager: () => jetstreamManager(nats, { timeout: answerWithinMs }),
      };
      return this.#current;
    });
  }

  /** Whether the server is there, as far as is known. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  async #watch(nats: NatsConnection): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === 'disconnect') this.#isConnected = false;
      else if (type === 'reconnect') this.#isConnected = true;
    }
    this.#isConnected = false;
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
    // A server that has not read its users again yet refuses a device that joined; it is asked until it has.
    ignoreAuthErrorAbort: true,
    ...(deviceId !== undefined && { inboxPrefix: deviceInbox(deviceId) }),
    ...(ca !== undefined ? { tls: trust(ca) } : isTls ? { tls: {} } : {}),
  };
}

/** One certificate that is no authority's can only be that of the server itself, whatever address it has today. */
function trust(ca: string): { ca: string } {
  const isPinned = !new X509Certificate(ca).ca;
  return { ca, ...(isPinned && { checkServerIdentity: () => undefined }) };
}
