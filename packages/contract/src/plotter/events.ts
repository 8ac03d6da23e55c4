import { type Static, Type } from 'typebox';
import { eventsRoute } from '../common-routes.ts';
import { object } from '../exact.ts';
import { json } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { PlanUpdate } from './plan.ts';
import { NoticeReason } from './reasons/notices.ts';
import { Job, MachineProfile, PlotterStatus } from './resources.ts';

const Line = object({ line: Type.String() });

export const plotterEvents = {
  snapshot: PlotterStatus,
  status: PlotterStatus,
  job: Job,
  'job.deleted': object({ id: Type.Integer() }),
  machine: MachineProfile,
  plan: PlanUpdate,
  'line.out': Line,
  'line.in': Line,
  notice: object({ text: Type.String(), cause: NoticeReason }),
};

export type PlotterEventName = keyof typeof plotterEvents;
export type PlotterEvent = {
  [N in PlotterEventName]: { name: N; data: Static<(typeof plotterEvents)[N]> };
}[PlotterEventName];

export const eventRoutes = defineRoutes('Events', json, {
  streamPlotterEvents: eventsRoute({
    path: '/api/plotter/events',
    summary: 'Stream the events of the plotter',
    events: plotterEvents,
  }),
});
