export { claimData } from './claim-store.ts';
export type { FleetMembership } from './plotter-membership.ts';
export { type PlotterAgentOptions, type RunningAgent, startPlotterAgent } from './start-plotter-agent.ts';
export {
  type RunningStationAgent,
  type StationAgentOptions,
  startStationAgent,
  stationDeviceId,
} from './start-station-agent.ts';
