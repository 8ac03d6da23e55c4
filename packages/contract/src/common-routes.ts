import { type TSchema, Type } from 'typebox';
import { eventStream, json } from './media-types.ts';
import { defineRoute } from './route.ts';

/** What every service offers about itself and what happens in it. */

export const descriptionRoute = (operationId: string, path: string) =>
  defineRoute({
    operationId,
    method: 'GET',
    path,
    group: 'API documentation',
    summary: 'Get this description as OpenAPI 3.1',
    answer: { status: 200, description: 'The description', mediaType: json, schema: Type.Unknown() },
    errors: {},
  });

export const docsRoute = (operationId: string) =>
  defineRoute({
    operationId,
    method: 'GET',
    path: '/api/docs',
    group: 'API documentation',
    summary: 'Read this description as a page',
    answer: {
      status: 200,
      description: 'A page',
      mediaType: 'text/html; charset=utf-8',
      schema: Type.String(),
    },
    errors: {},
  });

export const eventsRoute = (parts: {
  operationId: string;
  path: string;
  summary: string;
  /** What a client should know beyond how such streams work. */
  advice?: string;
  events: Record<string, TSchema>;
}) =>
  defineRoute({
    operationId: parts.operationId,
    method: 'GET',
    path: parts.path,
    group: 'Events',
    summary: parts.summary,
    description: [
      'Server-sent events. Every event has a number; a client that sends the last one it received in `Last-Event-ID` gets what it missed, any other gets a `snapshot` first.',
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
  });
