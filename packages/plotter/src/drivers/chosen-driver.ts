import { driverNames } from '@stationery/contract';
import { SerialQueue } from '@stationery/core';
import type { Detected } from './detect.ts';
import type { DriverName } from './driver.ts';
import type { DriverHost } from './driver-host.ts';
import type { DriverChoice } from './recognition.ts';

export interface ChosenDriverParts {
  link: DriverHost;
  /** The driver of the settings. */
  configured: DriverChoice;
  stored: { get(name: string): string | undefined; set(name: string, value: string): void };
  /** What is spoken to from now on may be another machine. */
  onOtherDriver: () => void;
}

/** What is stored: the driver that a person chose, and the driver of the settings at that time. */
interface Choice {
  driver: DriverChoice;
  configured: DriverChoice;
}

/** So many ports are remembered. */
const mostPorts = 20;

/**
 * Which driver is used. A person's choice counts until the settings name another driver than they did when it was made,
 * as with the port. It also remembers which machine was last recognised at a port, so that the right driver opens it.
 */
export class ChosenDriver {
  readonly #parts: ChosenDriverParts;
  readonly #changes = new SerialQueue();

  constructor(parts: ChosenDriverParts) {
    this.#parts = parts;
  }

  /** Before the first connection of a start. */
  async restore(): Promise<void> {
    const { link, configured, stored } = this.#parts;
    link.remember({
      get: (portPath) => this.#remembered()[portPath],
      set: (portPath, driver) => this.#note(portPath, driver),
    });
    const choice = JSON.parse(stored.get('driver') ?? 'null') as Choice | null;
    if (choice === null || choice.configured !== configured || !isChoice(choice.driver)) return;
    await link.useDriver(choice.driver);
  }

  /** Whether choosing it changes how the service talks to the machine. */
  isOther(driver: DriverChoice): boolean {
    return driver !== this.#parts.link.name;
  }

  /** Asks the machine what it is. `refuse` throws where that must not be done now. */
  detect(refuse: () => void): Promise<Detected> {
    return this.#changes.run(async () => {
      const { link, onOtherDriver } = this.#parts;
      refuse();
      const { name } = link;
      try {
        return await link.detect();
      } finally {
        if (link.name !== name) onOtherDriver();
        link.connect();
      }
    });
  }

  /** `refuse` throws where the driver must not be changed now; it is asked right before the change. */
  choose(driver: DriverChoice, refuse: () => void): Promise<void> {
    return this.#changes.run(async () => {
      const { link, configured, stored, onOtherDriver } = this.#parts;
      refuse();
      stored.set('driver', JSON.stringify({ driver, configured } satisfies Choice));
      const { name } = link;
      const closed = link.useDriver(driver);
      if (link.name !== name) onOtherDriver();
      await closed;
      link.connect();
    });
  }

  #remembered(): Record<string, DriverName> {
    return JSON.parse(this.#parts.stored.get('recognised') ?? '{}') as Record<string, DriverName>;
  }

  #note(portPath: string, driver: DriverName): void {
    const { [portPath]: before, ...others } = this.#remembered();
    if (before === driver) return;
    const kept = Object.entries(others).slice(1 - mostPorts);
    this.#parts.stored.set('recognised', JSON.stringify(Object.fromEntries([...kept, [portPath, driver]])));
  }
}

const isChoice = (driver: string): driver is DriverChoice =>
  driver === 'auto' || driverNames.some((name) => name === driver);
