import type { OpenBytePort } from '@stationery/core';
import type { DriverName } from './driver.ts';
import { driverKind } from './kinds.ts';
import { openSimPort } from './simulator/open-sim-port.ts';
import type { Simulator } from './simulator/simulator.ts';

/** One simulated machine of each family, made when its port is first opened. */
export class SimulatedMachines {
  readonly #speedFactor: number;
  readonly #machines = new Map<DriverName, Simulator>();

  constructor({ speedFactor }: { speedFactor: number }) {
    this.#speedFactor = speedFactor;
  }

  opener(name: DriverName): OpenBytePort {
    return () => openSimPort(this.#machine(name), name === 'stationery' ? 'sim:' : `sim:${name}`)();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#machines.values()].map((machine) => machine.close()));
  }

  #machine(name: DriverName): Simulator {
    const machine =
      this.#machines.get(name) ?? driverKind(name).simulator({ speedFactor: this.#speedFactor });
    this.#machines.set(name, machine);
    return machine;
  }
}
