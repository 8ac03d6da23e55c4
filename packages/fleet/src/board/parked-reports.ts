import { Kvm } from '@nats-io/kv';
import { nuid } from '@nats-io/transport-node';
import { fleetBuckets } from '@stationery/contract/fleet';
import type { Broker } from '../broker/connect-broker.ts';

/** Reports of another version of the protocol, kept until a board runs that understands them. */
export class ParkedReports {
  readonly #broker: Broker;

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  async park(device: string, data: Uint8Array): Promise<void> {
    await (await this.#bucket()).create(`${device}.${nuid.next()}`, data);
  }

  /** Gives each to `take` in the order in which they came, and forgets those that it has taken. */
  async takeUp(take: (device: string, data: Uint8Array) => Promise<boolean>): Promise<void> {
    const bucket = await this.#bucket();
    const keys: string[] = [];
    for await (const key of await bucket.keys()) keys.push(key);
    for (const key of keys) {
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      if (await take(key.split('.')[0] ?? '', entry.value)) await bucket.purge(key);
    }
  }

  #bucket() {
    return new Kvm(this.#broker.current.js).open(fleetBuckets.parked);
  }
}
