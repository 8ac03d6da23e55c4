export { type PlotterConfig, plotterSettings, readPlotterConfig } from './config.ts';
export { type Command, type ParsedCommand, parseCommand } from './firmware/command-parser.ts';
export { type Estimate, Estimator, estimateCommands } from './firmware/estimate.ts';
export {
  type CommandShape,
  commandSet,
  errorMeanings,
  type FirmwareError,
  type FirmwareErrorCode,
  firmwareName,
  longestLine,
} from './firmware/grammar.ts';
export * from './firmware/virtual/index.ts';
export { createLink } from './link/create-link.ts';
export {
  type Link,
  LinkError,
  type LinkEvent,
  type LinkState,
  type Reply,
  type SendOptions,
} from './link/link.ts';
export { defaultLinkTimes, type LinkParts, type LinkTimes } from './link/link-parts.ts';
export {
  type PlotterPort,
  type PlotterPortOptions,
  parsePortPath,
  plotterPort,
  settleTimes,
} from './link/open-port.ts';
export { openSerialByIdentity, type SerialByIdentity } from './link/serial-identity.ts';
export type { SettleTimes } from './link/settling.ts';
export { type Area, a3Plotter, type MachineModel, type Point } from './machine/machine-model.ts';
export { type Plotter, type PlotterParts, startPlotter } from './plotter.ts';
export { plotterData } from './store/data-spec.ts';
export { packageVersion as plotterVersion } from './version.ts';
