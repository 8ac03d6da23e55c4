import { problem } from './media-types.ts';
import { describeService } from './openapi.ts';
import { Problem, plotterRoutes } from './plotter/index.ts';
import { codesOf, type RouteErrors } from './route.ts';

/** Errors that every operation of the plotter can return. */
export const plotterCommonErrors: RouteErrors = {
  400: ['The request is invalid', 'malformed-request', 'unknown-parameter', 'invalid-parameter'],
  401: ['The access token is missing or wrong', 'unauthorized'],
  403: ['The request comes from a page of a different site', 'cross-site-request'],
  421: ['Unknown host name', 'wrong-host'],
  500: ['Something unexpected', 'unexpected-error'],
  503: ['The service is stopping', 'service-stopping'],
};

export const plotterErrorCodes = () => codesOf(Object.values(plotterRoutes), plotterCommonErrors);

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
    commonErrors: plotterCommonErrors,
  });
}
