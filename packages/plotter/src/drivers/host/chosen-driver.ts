import { driverNames } from '@stationery/contract';
import { SerialQueue, type StoredValue } from '@stationery/core';
import type { DriverName } from '../driver.ts';
import type { Detected } from './detect.ts';
import type { DriverHost } from './driver-host.ts';
import type { DriverChoice } from './recognition.ts';

export interface ChosenDriverDeps {
  link: DriverHost;
  configured: DriverChoice;
  stored: {
    choice: StoredValue<DriverChoiceDocument | undefined>;
    /** The machine that was last recognised at each port. */
    recognised: StoredValue<PortDrivers>;
    /** The machine at each port as confirmed by the user. */
    confirmed: StoredValue<PortDrivers>;
    ofDriver(driver: DriverName): StoredValue<string | undefined>;
  };
  /** Called when a different machine may be connected from now on. */
  onOtherDriver: () => void;
}

/** The driver that the user chose, and the driver of the settings at that time. */
export interface DriverChoiceDocument {
  driver: DriverChoice;
  configured: DriverChoice;
}

export type PortDrivers = Readonly<Record<string, DriverName>>;

const maxPorts = 20;

/**
 * Selects the driver. The user's choice is valid until the configured driver changes. Also remembers the
 * machine last recognised at each port, so that the right driver opens it.
 */
export class ChosenDriver {
  readonly #deps: ChosenDriverDeps;
  readonly #changes = new SerialQueue();
  /** Machines confirmed by the user. Cached, because every command reads it. */
  #confirmed: PortDrivers;

  constructor(deps: ChosenDriverDeps) {
    this.#deps = deps;
    this.#confirmed = deps.stored.confirmed.get();
  }

  /** Call before the first connection. */
  async restore(): Promise<void> {
    const { link, configured, stored } = this.#deps;
    link.remember({
      get: (portPath) => stored.recognised.get()[portPath],
      set: (portPath, driver) => this.#note(portPath, driver),
      isConfirmed: (portPath, driver) => this.#confirmed[portPath] === driver,
      confirm: (portPath, driver) => this.#confirm(portPath, driver),
      textOf: (driver) => stored.ofDriver(driver).get(),
      setText: (driver, text) => stored.ofDriver(driver).set(text),
    });
    const choice = stored.choice.get();
    if (choice === undefined || choice.configured !== configured || !isChoice(choice.driver)) return;
    await link.useDriver(choice.driver);
  }

  /** Whether choosing this driver changes how the service communicates with the machine. */
  isOther(driver: DriverChoice): boolean {
    return driver !== this.#deps.link.name;
  }

  /** Identifies the machine. `refuse` throws if that is not allowed now. */
  detect(refuse: () => void): Promise<Detected> {
    return this.#changes.run(async () => {
      const { link, onOtherDriver } = this.#deps;
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

  /**
   * Called when the user confirms the plotter at the port: chooses its driver and trusts it without evidence.
   */
  confirm(driver: DriverName, refuse: () => void): Promise<void> {
    return this.choose(driver, () => {
      refuse();
      this.#deps.link.confirm(driver);
    });
  }

  /** `refuse` throws if the driver must not change now; called right before the change. */
  choose(driver: DriverChoice, refuse: () => void): Promise<void> {
    return this.#changes.run(async () => {
      const { link, configured, stored, onOtherDriver } = this.#deps;
      refuse();
      stored.choice.set({ driver, configured });
      const { name } = link;
      const closed = link.useDriver(driver);
      if (link.name !== name) onOtherDriver();
      await closed;
      link.connect();
    });
  }

  #note(portPath: string, driver: DriverName): void {
    const { recognised } = this.#deps.stored;
    const before = recognised.get();
    const after = withPort(before, portPath, driver);
    if (after !== before) recognised.set(after);
  }

  #confirm(portPath: string, driver: DriverName): void {
    const before = this.#confirmed;
    this.#confirmed = withPort(before, portPath, driver);
    if (this.#confirmed !== before) this.#deps.stored.confirmed.set(this.#confirmed);
  }
}

/** Adds the port as the newest one. Drops the oldest if there are too many. */
function withPort(drivers: PortDrivers, portPath: string, driver: DriverName): PortDrivers {
  const { [portPath]: before, ...others } = drivers;
  if (before === driver) return drivers;
  return Object.fromEntries([...Object.entries(others).slice(1 - maxPorts), [portPath, driver]]);
}

const isChoice = (driver: string): driver is DriverChoice =>
  driver === 'auto' || driverNames.some((name) => name === driver);
