import * as commands from './commands.ts';
import { getPlotterDescription, getPlotterDocs } from './description.ts';
import { streamPlotterEvents } from './events.ts';
import * as jobs from './jobs.ts';
import * as machine from './machine.ts';

/** Every operation of the plotter service. */
export const plotterRoutes = {
  ...commands,
  ...jobs,
  ...machine,
  streamPlotterEvents,
  getPlotterDescription,
  getPlotterDocs,
};

export { type PlotterEvent, type PlotterEventName, plotterEvents } from './events.ts';
export { Problem } from './resources.ts';
