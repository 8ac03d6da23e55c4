export { isPlotterFault, plotterFaultDescriptions, plotterFaults } from './faults.ts';
export { openSimPort } from './open-sim-port.ts';
export { plugVirtualPlotter } from './plug-virtual-plotter.ts';
export { serveVirtualPlotter } from './serve-virtual-plotter.ts';
export { VirtualPlotter } from './virtual-plotter.ts';
