import { problem } from './media-types.ts';
import { describeService } from './openapi.ts';
import { Problem, plotterRoutes } from './plotter/index.ts';

/** What any operation of the plotter can refuse with. */
export const plotterCommonErrors = {
  400: 'A request that cannot be understood or used',
  401: 'A token was set and the request does not carry it',
  403: 'The request comes from a page of another site',
  421: 'The host name is not one of this machine',
  500: 'Something unexpected',
};

export function describePlotter(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery plotter',
    version,
    description:
      'Stands between people and a pen plotter: forwards commands and waits for their replies, runs jobs of many commands, and tells what happens. Every path under `/api/plotter` is also there under `/plotter`.',
    routes: Object.values(plotterRoutes),
    error: { schema: Problem, mediaType: problem },
    commonErrors: plotterCommonErrors,
  });
}
