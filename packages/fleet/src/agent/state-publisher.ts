import { Kvm } from '@nats-io/kv';
import { type DeviceState, fleetBuckets, fleetProtocol } from '@stationery/contract/fleet';
import type { Clock } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';

/** Delay after a change, so that changes in quick succession are published together. */
const settleMs = 20;

interface StatePublisherDeps {
  broker: Broker;
  deviceId: string;
  state: () => Omit<DeviceState, 'protocol' | 'heartbeatMs'>;
  heartbeatMs: number;
  clock: Clock;
  signal: AbortSignal;
}

export class StatePublisher {
  readonly #deps: StatePublisherDeps;
  readonly #stopHeartbeat: () => void;
  #cancelSoon: (() => void) | undefined;
  #published = '';

  constructor(deps: StatePublisherDeps) {
    this.#deps = deps;
    this.#stopHeartbeat = deps.clock.every(deps.heartbeatMs, () => this.#publish(true));
    void deps.broker.first().then(() => this.#publish(true));
  }

  changed(): void {
    this.#cancelSoon ??= this.#deps.clock.after(settleMs, () => {
      this.#cancelSoon = undefined;
      this.#publish(false);
    });
  }

  stop(): void {
    this.#stopHeartbeat();
    this.#cancelSoon?.();
  }

  #publish(isHeartbeat: boolean): void {
    // Ignore the error, because the next heartbeat publishes the newer state.
    this.#put(isHeartbeat).catch(() => {
      this.#published = '';
    });
  }

  async #put(isHeartbeat: boolean): Promise<void> {
    const { broker, deviceId, state, heartbeatMs, signal } = this.#deps;
    if (signal.aborted) return;
    const text = JSON.stringify({ protocol: fleetProtocol, heartbeatMs, ...state() } satisfies DeviceState);
    if (text === this.#published && !isHeartbeat) return;
    this.#published = text;
    const devices = await new Kvm(broker.current.js).open(fleetBuckets.devices);
    if (signal.aborted) return;
    await devices.put(deviceId, text);
  }
}
