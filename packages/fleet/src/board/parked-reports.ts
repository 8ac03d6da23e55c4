import { Kvm } from '@nats-io/kv';
import { nuid } from '@nats-io/transport-node';
import { fleetBuckets } from '@stationery/contract/fleet';
import type { Broker } from '../broker/connect-broker.ts';

const maxParkedPerDevice = 1_000;

/** Reports of a different version of the protocol, kept until a board supports them. */
export class ParkedReports {
  readonly #broker: Broker;
  /** Parked reports by device. */
  readonly #counts = new Map<string, number>();

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  /** Resolves to false if the device already has too many. */
  async park(device: string, data: Uint8Array): Promise<boolean> {
    const count = this.#counts.get(device) ?? 0;
    if (count >= maxParkedPerDevice) return false;
    await (await this.#bucket()).create(`${device}.${nuid.next()}`, data);
    this.#counts.set(device, count + 1);
    return true;
  }

  /** Passes each to `take` in order of arrival, and removes those that it accepts. */
  async takeUp(take: (device: string, data: Uint8Array) => Promise<boolean>): Promise<void> {
    const bucket = await this.#bucket();
    const keys: string[] = [];
    for await (const key of await bucket.keys()) keys.push(key);
    this.#counts.clear();
    for (const key of keys) {
      const device = key.split('.')[0] ?? '';
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      if (await take(device, entry.value)) await bucket.purge(key);
      else this.#counts.set(device, (this.#counts.get(device) ?? 0) + 1);
    }
  }

  #bucket() {
    return new Kvm(this.#broker.current.js).open(fleetBuckets.parked);
  }
}
