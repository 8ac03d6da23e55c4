import { commonErrors } from '../../common-routes.ts';
import { problem } from '../../media-types.ts';
import { describeService } from '../../openapi.ts';
import { Problem } from '../../plotter/resources.ts';
import { codesOf, type RouteErrors } from '../../route.ts';
import { boardRoutes } from './routes.ts';

export const boardCommonErrors: RouteErrors = {
  ...commonErrors,
  403: [
    'The request comes from a page of a different site, or changes something with a viewer token',
    'cross-site-request',
    'viewer-token',
  ],
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
