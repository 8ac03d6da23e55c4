import type { BoardEvent } from '@stationery/contract/fleet';
import type { Clock, EventHub } from '@stationery/core';
import type { Device } from './devices.ts';

/** Devices that stop reporting cause no event, so check them regularly. */
const lookMs = 1_000;

/** Publishes changed devices; repeated heartbeats are not published. */
export class BoardEvents {
  readonly #hub: EventHub<BoardEvent>;
  readonly #told = new Map<string, string>();

  constructor(hub: EventHub<BoardEvent>) {
    this.#hub = hub;
  }

  /** Runs until the signal is aborted. */
  watch(clock: Clock, signal: AbortSignal, devices: () => Device[]): void {
    const cancel = clock.every(lookMs, () => {
      for (const device of devices()) this.device(device.id, device);
    });
    signal.addEventListener('abort', cancel, { once: true });
  }

  device(id: string, device: Device | undefined): void {
    if (device === undefined) {
      if (this.#told.delete(id)) this.#hub.publish({ name: 'device.removed', data: { id } });
      return;
    }
    const text = JSON.stringify(device);
    if (this.#told.get(id) === text) return;
    this.#told.set(id, text);
    this.#hub.publish({ name: 'device', data: device });
  }
}
