export { type PlotterConfig, plotterSettings, readPlotterConfig } from './config.ts';
export * from './firmware/virtual/index.ts';
export { createLink } from './link/create-link.ts';
export { parsePortPath, plotterPort } from './link/open-port.ts';
export { startPlotter } from './plotter.ts';
export { plotterData } from './store/data-spec.ts';
export { packageVersion as plotterVersion } from './version.ts';
