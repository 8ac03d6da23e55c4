export { isPlotterFault, type PlotterFault, plotterFaultDescriptions, plotterFaults } from './faults.ts';
export { openSimPort } from './open-sim-port.ts';
export { type PluggedPlotter, plugVirtualPlotter } from './plug-virtual-plotter.ts';
export { type ServedPlotter, serveVirtualPlotter } from './serve-virtual-plotter.ts';
export type { Stroke } from './trace.ts';
export {
  type BoardActivity,
  VirtualPlotter,
  type VirtualPlotterOptions,
  type VirtualPlotterStatus,
} from './virtual-plotter.ts';
