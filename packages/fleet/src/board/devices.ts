import { DeviceState, fleetBuckets, fleetProtocol } from '@stationery/contract/fleet';
import { type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';
import type { RetryOptions } from '../broker/keep-trying.ts';
import { readMessage } from '../broker/message.ts';
import { messageChecker } from '../reasons.ts';
import { followBucket } from './follow-bucket.ts';

export interface Device {
  id: string;
  state: DeviceState;
  isOnline: boolean;
}

interface Kept {
  state: DeviceState;
  /** Time of the last heartbeat by the board's own clock; undefined if there was none since the board started. */
  seenMs: number | undefined;
}

const checkState = messageChecker(DeviceState);
const missedBeats = 3;
const defaultHeartbeatMs = 5_000;

interface DevicesDeps {
  broker: Broker;
  clock: Clock;
  log: Logger;
  isMember: (id: string) => boolean;
  onChange: (id: string) => void;
}

export class Devices {
  readonly #deps: DevicesDeps;
  readonly #devices = new Map<string, Kept>();
  readonly #refusals: RefusalLog;
  /** Ids of free plotters, the longest waiting first. */
  readonly #free = new Set<string>();

  constructor(deps: DevicesDeps) {
    this.#deps = deps;
    this.#refusals = new RefusalLog(deps, 'device states ignored');
  }

  follow(retry: RetryOptions): Promise<void> {
    const { broker, onChange } = this.#deps;
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
    const { clock, isMember } = this.#deps;
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

  /** Yields the states one by one, because most callers need only some of them. */
  *states(): Generator<Pick<Device, 'id' | 'state'>> {
    for (const [id, { state }] of this.#devices) yield { id, state };
  }

  *free(): Generator<Device> {
    for (const id of this.#free) {
      const device = this.get(id);
      if (device?.isOnline) yield device;
    }
  }

  /** Moves a plotter that did not answer to the end of the free plotters. */
  askLast(id: string): void {
    if (this.#free.delete(id)) this.#free.add(id);
  }

  #isOnline({ state, seenMs }: Kept): boolean {
    return seenMs !== undefined && this.#deps.clock.nowMs() - seenMs < missedBeats * state.heartbeatMs;
  }
}

/** Reads a device's state. If it has a different version of the protocol, reads only the known members. */
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
