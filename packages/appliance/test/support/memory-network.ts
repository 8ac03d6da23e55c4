import type {
  MulticastNetwork,
  NetworkLink,
  NetworkListener,
  Sender,
} from '../../src/discovery/multicast-network.ts';

/** A network in memory: every member receives every packet, including the sender. */
export class MemoryNetwork {
  readonly #members = new Map<string, NetworkListener>();
  readonly heard: { from: string; message: Buffer }[] = [];

  /** Returns a function that opens the network of one station, which joins with this address. */
  join(address: string): (listener: NetworkListener) => MulticastNetwork {
    return (listener) => {
      queueMicrotask(() => {
        this.#members.set(address, listener);
        listener.onChange();
      });
      return {
        links: [linkOf(address)],
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
      if (to === undefined || to.address === address)
        queueMicrotask(() => listener.onMessage(message, from, linkOf(address)));
    }
  }
}

const linkOf = (address: string): NetworkLink => ({ address, addresses: [address] });
