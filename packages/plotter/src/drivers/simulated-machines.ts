import { fallbackDriver } from '@stationery/contract';
import type { OpenBytePort } from '@stationery/core';
import type { DriverName } from './driver.ts';
import { families } from './families.ts';
import { openSimPort } from './simulator/open-sim-port.ts';
import type { Simulator } from './simulator/simulator.ts';

/** Machines are created when their port is first opened. */
export class SimulatedMachines {
  readonly #speedFactor: number;
  readonly #machines = new Map<DriverName, Simulator>();

  constructor({ speedFactor }: { speedFactor: number }) {
    this.#speedFactor = speedFactor;
  }

  opener(name: DriverName): OpenBytePort {
    return () => openSimPort(this.#machine(name), name === fallbackDriver ? 'sim:' : `sim:${name}`)();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.close()));
  }

  #machine(name: DriverName): Simulator {
    const machine = this.#machines.get(name) ?? families[name].simulator({ speedFactor: this.#speedFactor });
    this.#machines.set(name, machine);
    return machine;
  }
}
