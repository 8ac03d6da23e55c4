import { JetStreamApiError } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { because, type DeviceReason, fleetBuckets } from '@stationery/contract/fleet';
import { type Clock, type Logger, messageOf, sharedRun } from '@stationery/core';
import { type Broker, type BrokerConnection, isNoRoom } from '../broker/connect-broker.ts';
import type { NatsServer } from './nats-server.ts';

interface StorageCheckDeps {
  broker: Broker;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
  /** The NATS server that the board started. */
  nats?: Pick<NatsServer, 'recover'> | undefined;
  everyMs?: number | undefined;
}

export interface StorageFailure {
  state: 'failing' | 'disk-full';
  why: { reason: string; cause: DeviceReason };
}

const defaultEveryMs = 5_000;
/** The server is restarted after this many failed checks in a row, because a busy server may fail one. */
const failuresToRecover = 2;

/**
 * Checks by writing whether the NATS server stores messages. With a full disk it keeps its connections but
 * stores nothing.
 */
export class StorageCheck {
  readonly #deps: StorageCheckDeps;
  #failure: StorageFailure | undefined;
  #failures = 0;

  constructor(deps: StorageCheckDeps) {
    this.#deps = deps;
  }

  get failure(): StorageFailure | undefined {
    return this.#failure;
  }

  start(): void {
    const { clock, signal, everyMs = defaultEveryMs } = this.#deps;
    const check = sharedRun(() => this.#check());
    const cancel = clock.every(everyMs, check);
    signal.addEventListener('abort', cancel, { once: true });
  }

  async #check(): Promise<void> {
    const { broker, signal } = this.#deps;
    // Skip the check without resetting the count, because a server that hangs also loses its connections at times.
    if (!broker.isConnected) return;
    try {
      await write(broker.current);
    } catch (error) {
      if (broker.isConnected && !signal.aborted) this.#failed(error);
      return;
    }
    this.#failures = 0;
    if (this.#failure !== undefined) this.#deps.log.info('the NATS server stores messages again');
    this.#failure = undefined;
  }

  #failed(error: unknown): void {
    const { log, nats } = this.#deps;
    const isFull = isNoRoom(error);
    const code = error instanceof JetStreamApiError ? 'nats-storing-refused' : 'nats-storing-failed';
    const why = because({ code, message: messageOf(error) });
    const { reason } = why;
    this.#failures += 1;
    if (reason !== this.#failure?.why.reason)
      log.error({ reason }, 'the NATS server does not store messages');
    this.#failure = { state: isFull ? 'disk-full' : 'failing', why };
    if (this.#failures < failuresToRecover) return;
    this.#failures = 0;
    nats?.recover(isFull ? 'full' : 'silent');
  }
}

async function write({ js }: BrokerConnection): Promise<void> {
  const bucket = await new Kvm(js).create(fleetBuckets.board);
  await bucket.put('written-at', new Date().toISOString());
}
