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

interface PortChoiceDeps {
  driver: Driver;
  configured: string;
  stored: StoredValue<PortChoiceDocument | undefined>;
  listPorts: () => Promise<ListedPort[]>;
  portAt: (portPath: string) => LinkPort;
  /** Called when the port was closed and a different one will open next. */
  onOtherPort: () => void;
  log: Logger;
}

export interface PortChoiceDocument {
  path: string;
  configured: string;
}

/**
 * The user's choice is valid until the configured port changes. Only ports of this machine can be chosen, so that no
 * client can make the service open any file or connect to any host.
 */
export class PortChoice {
  readonly #deps: PortChoiceDeps;
  readonly #changes = new SerialQueue();

  constructor(deps: PortChoiceDeps) {
    this.#deps = deps;
  }

  /** Call before the first connection. */
  async restore(): Promise<void> {
    const { driver, configured, stored, portAt, log } = this.#deps;
    const choice = stored.get();
    if (choice === undefined || choice.configured !== configured || choice.path === configured) return;
    try {
      await driver.usePort(portAt(choice.path));
    } catch (error) {
      // A stored path that is no longer valid must not prevent the start.
      log.warn({ path: choice.path, reason: messageOf(error) }, 'the chosen port cannot be used');
    }
  }

  async list(): Promise<(ListedPort & { inUse: boolean })[]> {
    const { driver, listPorts } = this.#deps;
    const { portPath } = driver;
    // `/dev/serial/by-id/…` is a link to the listed path.
    const inUse = [portPath, await realpath(portPath).catch(() => portPath)];
    return (await listPorts()).map((port) => ({ ...port, inUse: inUse.includes(port.path) }));
  }

  /** `refuse` throws if the port must not change now; called right before the change. */
  choose(path: string, refuse: () => void): Promise<void> {
    return this.#changes.run(async () => {
      const { driver, configured, stored, portAt, onOtherPort } = this.#deps;
      await this.#refuseUnknown(path);
      const port = usable(() => portAt(path));
      refuse();
      stored.set({ path, configured });
      const isOther = path !== driver.portPath;
      const closed = driver.usePort(port);
      if (isOther) onOtherPort();
      await closed;
      driver.connect();
    });
  }

  async #refuseUnknown(path: string): Promise<void> {
    const { configured, listPorts } = this.#deps;
    // Simulators are checked when they are opened.
    if (path === configured || path.startsWith('sim:')) return;
    // An unreadable path is not a listed port either.
    const device = await realpath(path).catch(() => path);
    if ((await listPorts()).some((port) => port.path === path || port.path === device)) return;
    if (path.startsWith('tcp:'))
      throw unknownPort(
        `To use a plotter on the network, start the service with this setting: PLOTTER_SERIAL_PATH=${path.slice(0, 255)}.`,
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
