export type { SimulatedTag } from './chip-commands.ts';
export { type Fault, faults } from './faulty-line.ts';
export { Pn532Simulator } from './pn532-simulator.ts';
