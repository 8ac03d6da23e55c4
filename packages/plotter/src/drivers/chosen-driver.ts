import { driverNames } from '@stationery/contract';
import { SerialQueue } from '@stationery/core';
import type { TextStore } from '../setting-keys.ts';
import type { Detected } from './detect.ts';
import type { DriverName } from './driver.ts';
import type { DriverHost } from './driver-host.ts';
import type { DriverChoice } from './recognition.ts';

export interface ChosenDriverParts {
  link: DriverHost;
  /** The driver of the settings. */
  configured: DriverChoice;
  stored: TextStore;
  /** What is spoken to from now on may be another machine. */
  onOtherDriver: () => void;
}

/** What is stored: the driver that a person chose, and the driver of the settings at that time. */
interface Choice {
  driver: DriverChoice;
  configured: DriverChoice;
}

type PortDrivers = Readonly<Record<string, DriverName>>;

/** So many ports are remembered. */
const mostPorts = 20;

/**
 * Which driver is used. A person's choice counts until the settings name another driver than they did when it was made,
 * as with the port. It also remembers which machine was last recognised at a port, so that the right driver opens it.
 */
export class ChosenDriver {
  readonly #parts: ChosenDriverParts;
  readonly #changes = new SerialQueue();
  /** What a person said is at a port. It is asked for with every command, so it is kept here too. */
  #confirmed: PortDrivers;

  constructor(parts: ChosenDriverParts) {
    this.#parts = parts;
    this.#confirmed = this.#read('confirmed');
  }

  /** Before the first connection of a start. */
  async restore(): Promise<void> {
    const { link, configured, stored } = this.#parts;
    link.remember({
      get: (portPath) => this.#remembered()[portPath],
      set: (portPath, driver) => this.#note(portPath, driver),
      isConfirmed: (portPath, driver) => this.#confirmed[portPath] === driver,
      confirm: (portPath, driver) => this.#confirm(portPath, driver),
      textOf: (driver) => stored.get(`driver.${driver}`),
      setText: (driver, text) => stored.set(`driver.${driver}`, text),
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

  /** A person said which plotter is at the port: the driver for it is chosen, and it is believed without a sign of it. */
  confirm(driver: DriverName, refuse: () => void): Promise<void> {
    return this.choose(driver, () => {
      refuse();
      this.#parts.link.confirm(driver);
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

  #remembered(): PortDrivers {
    return this.#read('recognised');
  }

  #note(portPath: string, driver: DriverName): void {
    this.#write('recognised', withPort(this.#remembered(), portPath, driver));
  }

  #confirm(portPath: string, driver: DriverName): void {
    this.#confirmed = withPort(this.#confirmed, portPath, driver);
    this.#write('confirmed', this.#confirmed);
  }

  #read(name: 'recognised' | 'confirmed'): PortDrivers {
    return JSON.parse(this.#parts.stored.get(name) ?? '{}') as PortDrivers;
  }

  #write(name: 'recognised' | 'confirmed', drivers: PortDrivers): void {
    const text = JSON.stringify(drivers);
    if (this.#parts.stored.get(name) !== text) this.#parts.stored.set(name, text);
  }
}

/** The newest is the last; the oldest are forgotten. */
function withPort(drivers: PortDrivers, portPath: string, driver: DriverName): PortDrivers {
  const { [portPath]: before, ...others } = drivers;
  if (before === driver) return drivers;
  return Object.fromEntries([...Object.entries(others).slice(1 - mostPorts), [portPath, driver]]);
}

const isChoice = (driver: string): driver is DriverChoice =>
  driver === 'auto' || driverNames.some((name) => name === driver);
