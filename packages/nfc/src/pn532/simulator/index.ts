export type { SimulatedTag } from './chip-state.ts';
export { type Fault, faultDescriptions, faults, isFault } from './faults.ts';
export { Pn532Simulator } from './pn532-simulator.ts';
