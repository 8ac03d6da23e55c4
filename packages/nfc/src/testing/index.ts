export type { SimulatedTag } from './chip-commands.ts';
export { type Fault, faults } from './faulty-line.ts';
export { Pn532OnBus } from './pn532-on-bus.ts';
export { Pn532Simulator } from './pn532-simulator.ts';
export { type Rc522Fault, Rc522Simulator, rc522Faults } from './rc522-simulator.ts';
