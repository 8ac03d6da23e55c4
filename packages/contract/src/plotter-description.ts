import { commonErrors } from './common-routes.ts';
import { problem } from './media-types.ts';
import { describeService } from './openapi.ts';
import { Problem, plotterRoutes } from './plotter/index.ts';
import { codesOf } from './route.ts';

export const plotterErrorCodes = () => codesOf(Object.values(plotterRoutes), commonErrors);

export function describePlotter(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery plotter',
    version,
    description:
      'Controls a pen plotter: sends single commands, plans drawings, runs and queues jobs, and reports events. Every path under `/api/plotter` also exists under `/plotter`. Every refusal has a problem `type` that ends in its code, and the code in the header field `Error-Code`.',
    servers: [
      { url: '/', description: 'The plotter service that serves this description' },
      { url: 'http://localhost:3000', description: 'A plotter service on this machine' },
    ],
    routes: Object.values(plotterRoutes),
    error: { schema: Problem, mediaType: problem },
    commonErrors,
  });
}
