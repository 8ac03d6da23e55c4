export { type PlotterConfig, plotterSettings, readPlotterConfig } from './config.ts';
export { DriverHost } from './drivers/driver-host.ts';
export {
  GrblSimulator,
  type GrblSimulatorOptions,
  grblDialects,
} from './drivers/grbl/simulator/grbl-simulator.ts';
export { driverKind, driverKinds } from './drivers/kinds.ts';
export type { DriverChoice } from './drivers/recognition.ts';
export { SimulatedMachines } from './drivers/simulated-machines.ts';
export { isPlotterFault, plotterFaultDescriptions, plotterFaults } from './drivers/simulator/faults.ts';
export { openSimPort } from './drivers/simulator/open-sim-port.ts';
export { plugSimulator } from './drivers/simulator/plug-simulator.ts';
export { serveSimulator } from './drivers/simulator/serve-simulator.ts';
export type { Simulator, SimulatorStatus } from './drivers/simulator/simulator.ts';
export { createStationeryDriver } from './drivers/stationery/stationery-driver.ts';
export { VirtualPlotter } from './drivers/stationery/virtual/virtual-plotter.ts';
export { parsePortPath, plotterPort } from './link/open-port.ts';
export { type Plotter, startPlotter } from './plotter.ts';
export type { NewDrawing, PlotterAccess, PlotterCompanion } from './plotter-access.ts';
export { plotterData } from './store/data-spec.ts';
