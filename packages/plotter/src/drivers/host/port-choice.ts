import { realpath } from 'node:fs/promises';
import {
  AppError,
  type ListedPort,
  type Logger,
  messageOf,
  SerialQueue,
  type StoredValue,
} from '@stationery/core';
import type { LinkPort } from '../../link/link-port.ts';
import type { Driver } from '../driver.ts';

export interface PortChoiceParts {
  link: Driver;
  /** The port of the settings. */
  configured: string;
  stored: StoredValue<PortChoiceDocument | undefined>;
  listPorts: () => Promise<ListedPort[]>;
  /** Throws when the path cannot be one. */
  portAt: (portPath: string) => LinkPort;
  /** The last port is closed, and the next one that opens is another. */
  onOtherPort: () => void;
  log: Logger;
}

/** The port that the user chose, and the port of the settings at that time. */
export interface PortChoiceDocument {
  path: string;
  configured: string;
}

/**
 * Which port the link keeps open. A person's choice counts until the settings name another port than they did when it
 * was made: a later change of the settings takes precedence. Only ports of this machine can be chosen, so that no
 * client can have the service open any file or connect to any host.
 */
export class PortChoice {
  readonly #parts: PortChoiceParts;
  readonly #changes = new SerialQueue();

  constructor(parts: PortChoiceParts) {
    this.#parts = parts;
  }

  /** Before the first connection of a start. */
  async restore(): Promise<void> {
    const { link, configured, stored, portAt, log } = this.#parts;
    const choice = stored.get();
    if (choice === undefined || choice.configured !== configured || choice.path === configured) return;
    try {
      await link.usePort(portAt(choice.path));
    } catch (error) {
      // What an earlier version took for a port must not keep this one from starting.
      log.warn({ path: choice.path, reason: messageOf(error) }, 'the chosen port cannot be used');
    }
  }

  async list(): Promise<(ListedPort & { inUse: boolean })[]> {
    const { link, listPorts } = this.#parts;
    const { portPath } = link;
    // `/dev/serial/by-id/…` is a link to the path that is listed.
    const inUse = [portPath, await realpath(portPath).catch(() => portPath)];
    return (await listPorts()).map((port) => ({ ...port, inUse: inUse.includes(port.path) }));
  }

  /** `refuse` throws where the port must not be changed now; it is asked right before the change. */
  choose(path: string, refuse: () => void): Promise<void> {
    return this.#changes.run(async () => {
      const { link, configured, stored, portAt, onOtherPort } = this.#parts;
      await this.#refuseUnknown(path);
      const port = usable(() => portAt(path));
      refuse();
      stored.set({ path, configured });
      const isOther = path !== link.portPath;
      const closed = link.usePort(port);
      if (isOther) onOtherPort();
      await closed;
      link.connect();
    });
  }

  async #refuseUnknown(path: string): Promise<void> {
    const { configured, listPorts } = this.#parts;
    // Which simulators there are is known to who opens them.
    if (path === configured || path.startsWith('sim:')) return;
    // What cannot be read is no path of a port either.
    const device = await realpath(path).catch(() => path);
    if ((await listPorts()).some((port) => port.path === path || port.path === device)) return;
    if (path.startsWith('tcp:'))
      throw unknownPort(
        `A plotter in the network is set when the service is started: PLOTTER_SERIAL_PATH=${path.slice(0, 255)}.`,
      );
    throw unknownPort(
      `There is no serial port “${path.slice(0, 255)}”. See “stationery plot ports” or GET /api/plotter/ports.`,
    );
  }
}

function usable(make: () => LinkPort): LinkPort {
  try {
    return make();
  } catch (error) {
    throw unknownPort(`${messageOf(error)}.`);
  }
}

function unknownPort(message: string): AppError {
  return new AppError('unknown-port', message, { pointer: '/path' });
}
