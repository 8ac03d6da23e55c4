import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Clock, type Logger, messageOf, systemErrorCode } from '@stationery/core';

/** A network, identified by the machine's address in it. */
export interface NetworkLink {
  readonly address: string;
  readonly addresses: readonly string[];
}

export interface Sender {
  address: string;
  port: number;
}

export interface MulticastNetwork {
  readonly links: readonly NetworkLink[];
  /** Sends to all hosts by default. Resolves even if sending failed. */
  send(link: NetworkLink, message: Buffer, to?: Sender): Promise<void>;
  close(): Promise<void>;
}

export interface NetworkListener {
  onMessage(message: Buffer, from: Sender, link: NetworkLink): void;
  onChange(): void;
}

interface FoundNetwork extends NetworkLink {
  readonly subnet: BlockList;
}

interface OpenLink extends FoundNetwork {
  readonly socket: Socket;
}

export const multicastPort = 5353;
const group = { address: '224.0.0.251', port: multicastPort };
const updateEveryMs = 3_000;

/**
 * Opens one socket per network. With a single socket the kernel would send along the default route, which a
 * station may lack.
 */
export function openMulticastNetwork(
  listener: NetworkListener,
  parts: { address?: string; clock: Clock; log: Logger },
): MulticastNetwork {
  const { clock, log } = parts;
  const links = new Map<string, OpenLink>();
  let receiver: Socket | undefined;
  let complaint: string | undefined;
  let cancelUpdate = () => {};
  let closed = false;

  const complain = (reason: string) => {
    if (closed || complaint === reason) return;
    complaint = reason;
    log.warn({ reason }, 'discovery: network unavailable; retrying');
  };

  const receive = (message: Buffer, from: RemoteInfo) => {
    const link = [...links.values()].find(({ subnet }) => subnet.check(from.address));
    if (link !== undefined) listener.onMessage(message, from, link);
  };

  const open = async (address: string | undefined): Promise<Socket> => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind({ port: multicastPort, ...(address === undefined ? {} : { address }) }, () => {
        socket.off('error', reject);
        resolve();
      });
    }).catch((error) => {
      socket.close();
      throw error;
    });
    socket.on('error', (error) => complain(messageOf(error)));
    socket.on('message', receive);
    return socket;
  };

  const add = async (found: FoundNetwork): Promise<void> => {
    const socket = await open(found.address);
    try {
      socket.setMulticastTTL(255);
      join(socket, found.address);
    } catch (error) {
      socket.close();
      throw error;
    }
    links.set(found.address, { ...found, socket });
  };

  /**
   * Joins the group and returns false if already a member. Called at each update, because a recreated interface
   * has lost its memberships.
   */
  const join = (socket: Socket, address: string): boolean => {
    socket.setMulticastInterface(address);
    try {
      receiver?.addMembership(group.address, address);
      return true;
    } catch (error) {
      if (systemErrorCode(error) === 'EADDRINUSE') return false;
      throw error;
    }
  };

  const drop = (link: OpenLink) => {
    links.delete(link.address);
    link.socket.close();
    try {
      receiver?.dropMembership(group.address, link.address);
    } catch {
      // The network is gone, and its membership with it.
    }
  };

  const updateLinks = async () => {
    let changed = false;
    try {
      receiver ??= await open(undefined);
      const found = findNetworks(parts.address);
      for (const link of [...links.values()]) {
        if (found.some((other) => sameNetwork(other, link))) continue;
        drop(link);
        changed = true;
      }
      for (const network of found) {
        if (closed) break;
        const link = links.get(network.address);
        if (link === undefined) await add(network);
        else if (!join(link.socket, link.address)) continue;
        changed = true;
      }
      if (found.length > 0) complaint = undefined;
    } catch (error) {
      complain(messageOf(error));
    }
    if (closed) return closeSockets();
    if (changed) listener.onChange();
    cancelUpdate = clock.after(updateEveryMs, startUpdate);
  };

  let updating = Promise.resolve();
  const startUpdate = () => {
    updating = updateLinks();
  };

  const closeSockets = () => {
    for (const link of [...links.values()]) drop(link);
    receiver?.close();
    receiver = undefined;
  };

  startUpdate();
  return {
    get links() {
      return [...links.values()];
    },
    send: (link, message, to = group) =>
      new Promise((resolve) => {
        const socket = links.get(link.address)?.socket;
        if (socket === undefined) return resolve();
        socket.send(message, to.port, to.address, (error) => {
          // Only log the error. If the network is lost, the next update notices it.
          if (error !== null) log.debug({ reason: messageOf(error) }, 'discovery: not sent');
          resolve();
        });
      }),
    async close() {
      closed = true;
      cancelUpdate();
      await updating;
      closeSockets();
    },
  };
}

function findNetworks(only: string | undefined): FoundNetwork[] {
  return Object.values(networkInterfaces()).flatMap((all = []) => {
    const usable = all.filter(({ address, internal }) => !internal && isIPv4(address));
    const wanted = only === undefined ? usable : usable.filter(({ address }) => address === only);
    const [first] = wanted;
    if (first === undefined) return [];
    const subnet = new BlockList();
    for (const { cidr } of usable) {
      const [network = '', bits = ''] = (cidr ?? '').split('/');
      subnet.addSubnet(network, Number(bits));
    }
    return [{ address: first.address, addresses: wanted.map(({ address }) => address), subnet }];
  });
}

const sameNetwork = (one: NetworkLink, other: NetworkLink): boolean =>
  one.address === other.address && one.addresses.join() === other.addresses.join();
