import { type TSchema, Type } from 'typebox';
import { eventStream, json } from './media-types.ts';
import { defineRoutes, type RouteErrors } from './route.ts';

export const commonErrors: RouteErrors = {
  400: ['The request is invalid', 'malformed-request', 'unknown-parameter', 'invalid-parameter'],
  401: ['The access token is missing or wrong', 'unauthorized'],
  403: ['The request comes from a page of a different site', 'cross-site-request'],
  421: ['Unknown host name', 'wrong-host'],
  500: ['Something unexpected', 'unexpected-error'],
  503: ['The service is stopping', 'service-stopping'],
};

export const descriptionRoute = (path: `/${string}`) =>
  ({
    call: `GET ${path}`,
    summary: 'Get this description as OpenAPI 3.1',
    answer: { description: 'The description', mediaType: json, schema: Type.Unknown() },
  }) as const;

export const docsRoute = () =>
  ({
    call: 'GET /api/docs',
    summary: 'Read this description as a page',
    answer: { description: 'A page', mediaType: 'text/html; charset=utf-8', schema: Type.String() },
  }) as const;

export const problemPageRoute = {
  call: 'GET /problems/{code}',
  summary: 'Meaning and remedy of a problem type, as a page',
  params: Type.Object({
    code: Type.String({ description: 'The end of the problem `type`, such as `port-closed`' }),
  }),
  answer: { description: 'A page', mediaType: 'text/html; charset=utf-8', schema: Type.String() },
  errors: { 404: ['There is no such problem type', 'unknown-path'] },
} as const;

export const eventsRoute = (parts: {
  path: `/${string}`;
  summary: string;
  /** Added to the general description of event streams. */
  advice?: string;
  events: Record<string, TSchema>;
}) =>
  ({
    call: `GET ${parts.path}`,
    summary: parts.summary,
    description: [
      'Server-sent events. Every event has a number; a client that sends the last one it received in `Last-Event-ID` gets the events it missed; other clients get a `snapshot` first.',
      ...(parts.advice === undefined ? [] : [parts.advice]),
      `Names: ${Object.keys(parts.events)
        .map((name) => `\`${name}\``)
        .join(', ')}.`,
    ].join(' '),
    head: false,
    answer: { description: 'An endless stream of events', mediaType: eventStream, schema: Type.String() },
  }) as const;

/** Prometheus looks at `/metrics` by default. */
export const metricsRoutes = defineRoutes('Metrics', json, {
  getMetrics: {
    call: 'GET /metrics',
    summary: 'Get figures for Prometheus',
    description:
      'Text format 0.0.4. Counters begin at 0 when the service starts. Needs the token, if there is one.',
    answer: {
      description: 'Each metric with its explanation',
      mediaType: 'text/plain; version=0.0.4; charset=utf-8',
      schema: Type.String(),
    },
  },
});
export const metricsRoute = metricsRoutes.getMetrics;
