import { AppError, type Logger } from '@stationery/core';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ErrorStyle } from './errors/error-style.ts';
import { errorTable } from './errors/error-table.ts';
import { toAppError } from './errors/to-app-error.ts';
import { drain } from './request/body-chunks.ts';
import { crossOriginPolicy } from './request/cross-origin.ts';
import { hostCheck } from './request/host-check.ts';
import { tokenCheck } from './request/token-check.ts';

export interface AppOptions {
  log: Logger;
  errorStyle: ErrorStyle;
  hostNames: readonly string[];
  corsOrigins: readonly string[];
  token: string | undefined;
  /** What the token guards; `/api` unless said otherwise. */
  guarded?: readonly string[];
}

/** What every service needs around its routes. Routes are added with `route()`; listening is apart. */
export function createApp(options: AppOptions): FastifyInstance {
  const { log, errorStyle, guarded = ['/api'] } = options;
  const checkHost = hostCheck(options.hostNames);
  const checkToken = options.token === undefined ? undefined : tokenCheck(options.token);
  const origins = crossOriginPolicy(options.corsOrigins);

  const app = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: false,
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  });

  // Bodies are read by the route that wants them, as it wants them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...origins.headers(request.headers),
    });
    checkHost(request.headers.host);
    const preflight = request.method === 'OPTIONS' ? origins.preflight(request.headers) : undefined;
    if (preflight !== undefined) return reply.headers(preflight).code(204).send();
    origins.check(request.headers);
    if (guarded.some((prefix) => request.url.startsWith(prefix))) checkToken?.(request.headers.authorization);
    return undefined;
  });

  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0];
    const durationMs = Math.round(reply.elapsedTime);
    log.debug({ method: request.method, path, status: reply.statusCode, durationMs }, 'answered');
  });

  app.setErrorHandler(refuse);

  const known: { methods: string[]; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ methods: [method].flat(), pattern: new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+')}$`) });
  });
  app.setNotFoundHandler((request) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    if (allowed.length === 0) throw new AppError('request.unknown-path', 'There is nothing at this address.');
    throw new AppError(
      'request.method-not-allowed',
      `${request.method} is not possible here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}.`,
      { headers: { allow: allowed.join(', ') } },
    );
  });

  function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = toAppError(thrown);
    const { title } = errorTable[error.code];
    const status = errorStyle.statuses?.[error.code] ?? errorTable[error.code].status;
    if (error.code === 'service.unexpected') {
      log.error({ err: error.cause, method: request.method, path: request.url.split('?')[0] }, 'unexpected');
    }
    drain(request.raw);
    const { message: detail, source, members } = error;
    return reply
      .code(status)
      .headers({ ...error.headers, 'content-type': errorStyle.mediaType })
      .send(Buffer.from(errorStyle.render({ status, title, detail, source, members })));
  }

  return app;
}
