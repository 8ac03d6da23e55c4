import { familyList } from '../../src/drivers/families.ts';
import type { SimulatorOptions } from '../../src/drivers/family.ts';
import type { Simulator } from '../../src/drivers/simulator/simulator.ts';

/** A machine on which the driver suites run. */
export interface TestMachine {
  title: string;
  kind: (typeof familyList)[number];
  /** Runs the firmware of this board in an emulator instead of the simulated machine. */
  board?: string;
}

export const simulatedMachines: readonly TestMachine[] = familyList.map((kind) => ({
  title: kind.name,
  kind,
}));

export async function startMachine(
  { kind, board }: Pick<TestMachine, 'kind' | 'board'>,
  options: SimulatorOptions,
): Promise<Simulator> {
  return board === undefined ? kind.simulator(options) : await kind.firmware!.emulate(board, options);
}
