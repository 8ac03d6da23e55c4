import { metricsRoutes } from '../common-routes.ts';
import { phoneRoutes } from '../phones.ts';
import { commandRoutes, connectionRoutes } from './commands.ts';
import { descriptionRoutes } from './description.ts';
import { driverRoutes } from './drivers.ts';
import { eventRoutes } from './events.ts';
import { fleetSeatRoutes } from './fleet-seat.ts';
import { jobRoutes } from './jobs.ts';
import { machineListRoutes, machineRoutes } from './machine.ts';
import { penRoutes } from './pens.ts';
import { planRoutes } from './plan.ts';

/** All operations of the plotter service, in the order of a typical session. */
export const plotterRoutes = {
  ...commandRoutes,
  ...jobRoutes,
  ...planRoutes,
  ...penRoutes,
  ...connectionRoutes,
  ...machineRoutes,
  ...machineListRoutes,
  ...driverRoutes,
  ...fleetSeatRoutes,
  ...eventRoutes,
  ...phoneRoutes,
  ...metricsRoutes,
  ...descriptionRoutes,
};

export { type PlotterEvent, type PlotterEventName, plotterEvents } from './events.ts';
export { Problem } from './resources.ts';
