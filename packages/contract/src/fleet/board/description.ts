import { problem } from '../../media-types.ts';
import { describeService } from '../../openapi.ts';
import { Problem } from '../../plotter/resources.ts';
import { codesOf, type RouteErrors } from '../../route.ts';
import { boardRoutes } from './routes.ts';

/** Errors that every operation of the board can return. */
export const boardCommonErrors: RouteErrors = {
  400: ['The request is invalid', 'malformed-request', 'unknown-parameter', 'invalid-parameter'],
  401: ['The access token is missing or wrong', 'unauthorized'],
  403: [
    'The request comes from a page of a different site, or changes something with a viewer token',
    'cross-site-request',
    'viewer-token',
  ],
  421: ['Unknown host name', 'wrong-host'],
  500: ['Something unexpected', 'unexpected-error'],
  503: ['The service is stopping', 'service-stopping'],
};

export const boardErrorCodes = () => codesOf(Object.values(boardRoutes), boardCommonErrors);

export function describeBoard(version: string): Record<string, unknown> {
  return describeService({
    title: 'Stationery board',
    version,
    description:
      'One queue for all plotters of a fleet, and the state of all its devices. A viewer token may read; an operator token may also change. Every refusal has a problem `type` that ends in its code, and the code in the header field `Error-Code`.',
    servers: [
      { url: '/', description: 'The board that serves this description' },
      { url: 'http://localhost:3200', description: 'A board on this machine' },
    ],
    routes: Object.values(boardRoutes),
    error: { schema: Problem, mediaType: problem },
    commonErrors: boardCommonErrors,
  });
}
