import { driverNames } from '@stationery/contract';
import { SerialQueue, type StoredValue } from '@stationery/core';
import type { DriverName } from '../driver.ts';
import type { Detected } from './detect.ts';
import type { DriverHost } from './driver-host.ts';
import type { DriverChoice } from './recognition.ts';

interface ChosenDriverDeps {
  driver: DriverHost;
  configured: DriverChoice;
  stored: {
    choice: StoredValue<DriverChoiceDocument | undefined>;
    recognised: StoredValue<PortDrivers>;
    /** The machine at each port as confirmed by the user. */
    confirmed: StoredValue<PortDrivers>;
    ofDriver(driver: DriverName): StoredValue<string | undefined>;
  };
  /** Called when a different machine may be connected from now on. */
  onOtherDriver: () => void;
}

export interface DriverChoiceDocument {
  driver: DriverChoice;
  configured: DriverChoice;
}

export type PortDrivers = Readonly<Record<string, DriverName>>;

const maxPorts = 20;

/** The user's choice of a driver is valid until the configured driver changes. */
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
    const { driver, configured, stored } = this.#deps;
    driver.remember({
      get: (portPath) => stored.recognised.get()[portPath],
      set: (portPath, name) => this.#note(portPath, name),
      isConfirmed: (portPath, name) => this.#confirmed[portPath] === name,
      confirm: (portPath, name) => this.#confirm(portPath, name),
      textOf: (name) => stored.ofDriver(name).get(),
      setText: (name, text) => stored.ofDriver(name).set(text),
    });
    const choice = stored.choice.get();
    if (choice === undefined || choice.configured !== configured || !isChoice(choice.driver)) return;
    await driver.useDriver(choice.driver);
  }

  /** Whether the choice changes how the service communicates with the machine. */
  isOther(choice: DriverChoice): boolean {
    return choice !== this.#deps.driver.name;
  }

  /** Identifies the machine. `refuse` throws if that is not allowed now. */
  detect(refuse: () => void): Promise<Detected> {
    return this.#changes.run(async () => {
      const { driver, onOtherDriver } = this.#deps;
      refuse();
      const { name } = driver;
      try {
        return await driver.detect();
      } finally {
        if (driver.name !== name) onOtherDriver();
        driver.connect();
      }
    });
  }

  /** Called when the user confirms the plotter at the port. Its driver is then trusted without evidence. */
  confirm(name: DriverName, refuse: () => void): Promise<void> {
    return this.choose(name, () => {
      refuse();
      this.#deps.driver.confirm(name);
    });
  }

  /** `refuse` throws if the driver must not change now; called right before the change. */
  choose(choice: DriverChoice, refuse: () => void): Promise<void> {
    return this.#changes.run(async () => {
      const { driver, configured, stored, onOtherDriver } = this.#deps;
      refuse();
      stored.choice.set({ driver: choice, configured });
      const { name } = driver;
      const closed = driver.useDriver(choice);
      if (driver.name !== name) onOtherDriver();
      await closed;
      driver.connect();
    });
  }

  #note(portPath: string, name: DriverName): void {
    const { recognised } = this.#deps.stored;
    const before = recognised.get();
    const after = withPort(before, portPath, name);
    if (after !== before) recognised.set(after);
  }

  #confirm(portPath: string, name: DriverName): void {
    const before = this.#confirmed;
    this.#confirmed = withPort(before, portPath, name);
    if (this.#confirmed !== before) this.#deps.stored.confirmed.set(this.#confirmed);
  }
}

function withPort(drivers: PortDrivers, portPath: string, driver: DriverName): PortDrivers {
  const { [portPath]: before, ...others } = drivers;
  if (before === driver) return drivers;
  return Object.fromEntries([...Object.entries(others).slice(1 - maxPorts), [portPath, driver]]);
}

const isChoice = (driver: string): driver is DriverChoice =>
  driver === 'auto' || driverNames.some((name) => name === driver);
