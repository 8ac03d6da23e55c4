import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { FleetConfig } from '../settings.ts';

export interface BrokerConnection {
  nats: NatsConnection;
  js: JetStreamClient;
  manager: () => Promise<JetStreamManager>;
  close(): Promise<void>;
}

const reconnectMs = 500;
const reconnectJitterMs = 500;
/** A server that is paused answers no ping; after two of them the connection counts as lost. */
const pingMs = 5_000;
/** A request that got no answer in this time is repeated by whoever sent it: all that is sent may be sent twice. */
export const answerWithinMs = 5_000;

/** Connects, and reconnects for as long as it takes. Resolves at once also where the server is not there yet. */
export async function connectBroker(
  { server, isTls }: Pick<FleetConfig, 'server' | 'isTls'>,
  name: string,
): Promise<BrokerConnection> {
  const nats = await connect({
    servers: server,
    name,
    ...(isTls && { tls: {} }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: reconnectJitterMs,
    waitOnFirstConnect: true,
    pingInterval: pingMs,
    maxPingOut: 2,
    // What was asked while there was no connection is asked again by the one who asked, not kept in memory.
    ignoreClusterUpdates: true,
  });
  return {
    nats,
    js: jetstream(nats, { timeout: answerWithinMs }),
    manager: () => jetstreamManager(nats, { timeout: answerWithinMs }),
    close: () => nats.close(),
  };
}
