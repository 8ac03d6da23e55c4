import { DeviceState, fleetBuckets, fleetProtocol } from '@stationery/contract/fleet';
import { type Clock, type Logger, messageOf } from '@stationery/core';
import { bodyChecker } from '@stationery/http';
import type { Broker } from '../broker/connect-broker.ts';
import type { Trying } from '../broker/keep-trying.ts';
import { readMessage } from '../broker/message.ts';
import { followBucket } from './follow-bucket.ts';

export interface Device {
  id: string;
  state: DeviceState;
  isOnline: boolean;
}

interface Kept {
  state: DeviceState;
  /** By the board's own clock: those of the devices and the broker may differ. Undefined: only known from before. */
  seenMs: number | undefined;
}

const checkState = bodyChecker(DeviceState);
/** So many heartbeats may be lost. */
const missedBeats = 3;

/** What the devices last said about themselves. */
export class Devices {
  readonly #parts: { broker: Broker; clock: Clock; log: Logger; onChange: (id: string) => void };
  readonly #devices = new Map<string, Kept>();

  constructor(parts: { broker: Broker; clock: Clock; log: Logger; onChange: (id: string) => void }) {
    this.#parts = parts;
  }

  follow(trying: Trying): Promise<void> {
    const { broker, onChange } = this.#parts;
    return followBucket(broker, fleetBuckets.devices, trying, ({ key, value, operation, isUpdate }) => {
      if (operation === 'PUT') this.#seen(key, value, isUpdate);
      else this.#devices.delete(key);
      onChange(key);
    });
  }

  #seen(id: string, value: Uint8Array, isLive: boolean): void {
    const { clock, log } = this.#parts;
    try {
      const state = readMessage(value, checkState);
      const seenMs = isLive ? clock.nowMs() : this.#devices.get(id)?.seenMs;
      this.#devices.set(id, { state, seenMs });
    } catch (error) {
      log.warn({ device: id, reason: messageOf(error) }, 'the state of a device cannot be read');
    }
  }

  get(id: string): Device | undefined {
    const kept = this.#devices.get(id);
    return kept && { id, state: kept.state, isOnline: this.#isOnline(kept) };
  }

  all(): Device[] {
    return [...this.#devices].map(([id, kept]) => ({
      id,
      state: kept.state,
      isOnline: this.#isOnline(kept),
    }));
  }

  /** Plotters that can be offered a job now. */
  free(): Device[] {
    return this.all().filter(
      ({ state, isOnline }) => isOnline && state.protocol === fleetProtocol && state.plotter?.isFree === true,
    );
  }

  #isOnline({ state, seenMs }: Kept): boolean {
    return seenMs !== undefined && this.#parts.clock.nowMs() - seenMs < missedBeats * state.heartbeatMs;
  }
}
