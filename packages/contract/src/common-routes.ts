import { type TSchema, Type } from 'typebox';
import { eventStream, json } from './media-types.ts';

/** Operations that every service has. */

export const descriptionRoute = (path: string) =>
  ({
    method: 'GET',
    path,
    summary: 'Get this description as OpenAPI 3.1',
    answer: { status: 200, description: 'The description', mediaType: json, schema: Type.Unknown() },
    errors: {},
  }) as const;

export const docsRoute = () =>
  ({
    method: 'GET',
    path: '/api/docs',
    summary: 'Read this description as a page',
    answer: {
      status: 200,
      description: 'A page',
      mediaType: 'text/html; charset=utf-8',
      schema: Type.String(),
    },
    errors: {},
  }) as const;

export const problemPageRoute = {
  method: 'GET',
  path: '/problems/{code}',
  summary: 'Meaning and remedy of a problem type, as a page',
  params: Type.Object({
    code: Type.String({ description: 'The end of the problem `type`, such as `port-closed`' }),
  }),
  answer: {
    status: 200,
    description: 'A page',
    mediaType: 'text/html; charset=utf-8',
    schema: Type.String(),
  },
  errors: { 404: ['There is no such problem type', 'unknown-path'] },
} as const;

export const eventsRoute = (parts: {
  path: string;
  summary: string;
  /** Advice for clients beyond how event streams work. */
  advice?: string;
  events: Record<string, TSchema>;
}) =>
  ({
    method: 'GET',
    path: parts.path,
    summary: parts.summary,
    description: [
      'Server-sent events. Every event has a number; a client that sends the last one it received in `Last-Event-ID` gets the events it missed; other clients get a `snapshot` first.',
      ...(parts.advice === undefined ? [] : [parts.advice]),
      `Names: ${Object.keys(parts.events)
        .map((name) => `\`${name}\``)
        .join(', ')}.`,
    ].join(' '),
    head: false,
    answer: {
      status: 200,
      description: 'An endless stream of events',
      mediaType: eventStream,
      schema: Type.String(),
    },
    errors: {},
  }) as const;
