export type { Seat } from './plotter-seat.ts';
export { type PlotterAgentOptions, type RunningAgent, startPlotterAgent } from './start-plotter-agent.ts';
