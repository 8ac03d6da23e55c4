import type {
  MulticastNetwork,
  NetworkLink,
  NetworkListener,
  Sender,
} from '../../src/discovery/multicast-network.ts';

/** A network in memory: every member receives every packet, including the sender. */
export class MemoryNetwork {
  readonly #members = new Map<string, NetworkListener>();
  /** All packets with their sender. */
  readonly heard: { from: string; message: Buffer }[] = [];

  /** Joins with this address; use as the network of one station. */
  join(address: string): (listener: NetworkListener) => MulticastNetwork {
    const link: NetworkLink = { address, addresses: [address] };
    return (listener) => {
      queueMicrotask(() => {
        this.#members.set(address, listener);
        listener.onChange();
      });
      return {
        links: [link],
        send: async (_link, message, to) => this.#deliver(message, { address, port: 5353 }, to),
        close: async () => {
          this.#members.delete(address);
        },
      };
    };
  }

  #deliver(message: Buffer, from: Sender, to?: Sender): void {
    this.heard.push({ from: from.address, message });
    for (const [address, listener] of this.#members) {
      const link = { address, addresses: [address] };
      if (to === undefined || to.address === address)
        queueMicrotask(() => listener.onMessage(message, from, link));
    }
  }
}
