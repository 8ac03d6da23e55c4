import { type Static, Type } from 'typebox';
import { eventStream } from '../media-types.ts';
import { defineRoute } from '../route.ts';
import { exact, Job, PlotterStatus } from './resources.ts';

const Line = Type.Object({ line: Type.String() }, exact);

/** Everything that `GET /api/plotter/events` can say, by the name of the event. */
export const plotterEvents = {
  snapshot: PlotterStatus,
  status: PlotterStatus,
  job: Job,
  'job.deleted': Type.Object({ id: Type.Integer() }, exact),
  'line.out': Line,
  'line.in': Line,
  notice: Type.Object({ text: Type.String() }, exact),
};

export type PlotterEventName = keyof typeof plotterEvents;
export type PlotterEvent = {
  [N in PlotterEventName]: { name: N; data: Static<(typeof plotterEvents)[N]> };
}[PlotterEventName];

export const streamPlotterEvents = defineRoute({
  operationId: 'streamPlotterEvents',
  method: 'GET',
  path: '/api/plotter/events',
  group: 'Events',
  summary: 'What happens at the plotter, as it happens',
  description: `Server-sent events. Every event has a number; a client that sends the last one it saw in \`Last-Event-ID\` is told what it missed, any other gets a \`snapshot\` first. Names: ${Object.keys(
    plotterEvents,
  )
    .map((name) => `\`${name}\``)
    .join(', ')}.`,
  head: false,
  answer: {
    status: 200,
    description: 'A stream that does not end',
    mediaType: eventStream,
    schema: Type.String(),
  },
  errors: {},
});
