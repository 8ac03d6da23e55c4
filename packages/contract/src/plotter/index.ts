import { backupRoutes } from '../backup.ts';
import { descriptionRoute, docsRoute, metricsRoutes, problemPageRoute } from '../common-routes.ts';
import { json } from '../media-types.ts';
import { phoneRoutes } from '../phones.ts';
import { defineRoutes } from '../route.ts';
import { commandRoutes, connectionRoutes } from './commands.ts';
import { driverRoutes } from './drivers.ts';
import { eventRoutes } from './events.ts';
import { fleetSeatRoutes } from './fleet-seat.ts';
import { jobRoutes } from './jobs.ts';
import { machineListRoutes, machineRoutes } from './machine.ts';
import { penRoutes } from './pens.ts';
import { planRoutes } from './plan.ts';
import { jobUnderWay } from './resources.ts';

const descriptionRoutes = defineRoutes('API documentation', json, {
  getPlotterDescription: descriptionRoute('/api/plotter/openapi.json'),
  getPlotterDocs: docsRoute(),
  getProblemPage: problemPageRoute,
});

/** All routes, in the order of a typical session. */
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
  ...backupRoutes({
    contents: 'the machine profiles and the pens; no jobs',
    replaced:
      'All machine profiles and pens are replaced; jobs, port and driver stay. The plotter does not move.',
    saveErrors: {},
    restoreErrors: { 409: jobUnderWay },
  }),
  ...metricsRoutes,
  ...descriptionRoutes,
};

export { type PlotterEvent, type PlotterEventName, plotterEvents } from './events.ts';
export { Problem } from './resources.ts';
