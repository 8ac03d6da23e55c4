import { DeviceState, fleetBuckets, fleetProtocol } from '@stationery/contract/fleet';
import { type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import { bodyChecker } from '@stationery/http';
import type { Broker } from '../broker/connect-broker.ts';
import type { RetryOptions } from '../broker/keep-trying.ts';
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
const defaultHeartbeatMs = 5_000;

export interface DevicesDeps {
  broker: Broker;
  clock: Clock;
  log: Logger;
  /** Whether there is such a device in the fleet. */
  isMember: (id: string) => boolean;
  onChange: (id: string) => void;
}

/** What the devices last said about themselves. */
export class Devices {
  readonly #parts: DevicesDeps;
  readonly #devices = new Map<string, Kept>();
  readonly #refusals: RefusalLog;
  /** Plotters that say that they can begin, those that have said so for longest first. */
  readonly #free = new Set<string>();

  constructor(parts: DevicesDeps) {
    this.#parts = parts;
    this.#refusals = new RefusalLog(parts, 'device states ignored');
  }

  follow(retry: RetryOptions): Promise<void> {
    const { broker, onChange } = this.#parts;
    return followBucket(broker, fleetBuckets.devices, retry, ({ key, value, operation, isUpdate }) => {
      if (operation === 'PUT') this.#seen(key, value, isUpdate);
      else {
        this.#devices.delete(key);
        this.#free.delete(key);
      }
      onChange(key);
    });
  }

  #seen(id: string, value: Uint8Array, isLive: boolean): void {
    const { clock, isMember } = this.#parts;
    if (!isMember(id)) {
      this.#refusals.note('There is no such device in the fleet.', id);
      return;
    }
    try {
      const state = readMessage(value, (read) => readState(read, id));
      const seenMs = isLive ? clock.nowMs() : this.#devices.get(id)?.seenMs;
      this.#devices.set(id, { state, seenMs });
      if (state.protocol === fleetProtocol && state.plotter?.isFree === true) this.#free.add(id);
      else this.#free.delete(id);
    } catch (error) {
      this.#refusals.note(messageOf(error), id);
    }
  }

  close(): void {
    this.#refusals.close();
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

  /** One after the other, for whoever mostly needs only some. */
  *states(): Generator<Pick<Device, 'id' | 'state'>> {
    for (const [id, { state }] of this.#devices) yield { id, state };
  }

  /** Plotters that can be offered a job now. */
  *free(): Generator<Device> {
    for (const id of this.#free) {
      const device = this.get(id);
      if (device?.isOnline) yield device;
    }
  }

  /** It did not answer: others are asked before it. */
  askLast(id: string): void {
    if (this.#free.delete(id)) this.#free.add(id);
  }

  #isOnline({ state, seenMs }: Kept): boolean {
    return seenMs !== undefined && this.#parts.clock.nowMs() - seenMs < missedBeats * state.heartbeatMs;
  }
}

/** The state of another version of the protocol may look different: then only this much of it is shown, and why. */
function readState(value: unknown, id: string): DeviceState {
  try {
    return checkState(value);
  } catch (error) {
    const { protocol, name, version } = (value ?? {}) as Record<string, unknown>;
    if (!Number.isInteger(protocol) || (protocol as number) < 1 || protocol === fleetProtocol) throw error;
    return {
      protocol: protocol as number,
      name: typeof name === 'string' ? name.slice(0, 100) : id,
      version: typeof version === 'string' ? version.slice(0, 40) : '',
      page: null,
      heartbeatMs: defaultHeartbeatMs,
      tags: [],
    };
  }
}
