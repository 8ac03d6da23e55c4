import type { Socket } from 'node:net';
import { AppError, type Logger } from '@stationery/core';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ErrorStyle } from './errors/error-style.ts';
import { RequestError, refusalAnswer } from './errors/refuse.ts';
import { toAppError } from './errors/to-app-error.ts';
import { drain } from './request/body-chunks.ts';
import { crossOriginPolicy } from './request/cross-origin.ts';
import { hostCheck } from './request/host-check.ts';
import { pathOf } from './request/path-of.ts';
import { tokenCheck } from './request/token-check.ts';

export interface AppOptions {
  log: Logger;
  errorStyle: ErrorStyle;
  /** Host names that requests may use, in addition to those allowed for every service. */
  hostNames: () => readonly string[];
  corsOrigins: readonly string[];
  token: string | undefined;
  /** A read-only token; requires `token`. */
  viewerToken?: string | undefined;
  /**
   * Returns the token required for a connection from the network, if any. It is also required for changes
   * outside of `guarded`.
   */
  networkToken?: (socket: Socket) => string | undefined;
  /** Path prefixes that require the token, as `/metrics` does. Default: `/api`. */
  guarded?: readonly string[];
  /**
   * Answers a request for a different host that was redirected to this machine. Returns false for other
   * requests.
   */
  answerUnmatched?: (request: FastifyRequest, reply: FastifyReply) => boolean;
}

/** Creates an app without routes, to be added with `route()`. The app does not listen. */
export function createApp(options: AppOptions): FastifyInstance {
  const { log, errorStyle } = options;
  const guarded = [...(options.guarded ?? ['/api']), '/metrics'];
  const checkHost = hostCheck(options.hostNames);
  const checkToken = options.token === undefined ? undefined : tokenCheck(options.token, options.viewerToken);
  const origins = crossOriginPolicy(options.corsOrigins);

  const app = Fastify({
    exposeHeadRoutes: false,
    forceCloseConnections: false,
    // Routes check their bodies themselves; Fastify's compilers would take time and memory at every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // Malformed URLs skip the hooks, so run the same checks here.
    frameworkErrors(error, request, reply) {
      try {
        if (options.answerUnmatched?.(request, reply)) return;
        admit(request, reply, pathOf(request.url));
      } catch (refusal) {
        return refuse(refusal, request, reply);
      }
      return refuse(error, request, reply);
    },
  });

  // Each route reads its own body.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));

  app.addHook('onRequest', async (request, reply) => {
    if (options.answerUnmatched?.(request, reply)) return reply;
    // Check the matched route instead of the URL, because “/api” can be spelt in many ways.
    const preflight = admit(request, reply, request.routeOptions.url ?? pathOf(request.url));
    // Refuse here instead of in the handler, because Fastify checks the body of some methods first.
    if (preflight === undefined && request.is404) refuseUnknown(request);
    return preflight === undefined ? undefined : reply.headers(preflight).code(204).send();
  });

  app.addHook('onResponse', async (request, reply) => {
    const path = pathOf(request.url);
    const durationMs = Math.round(reply.elapsedTime);
    log.debug({ method: request.method, path, status: reply.statusCode, durationMs }, 'answered');
  });

  app.setErrorHandler(refuse);

  const methodsAt = knownPaths(app);
  app.setNotFoundHandler(refuseUnknown);
  function refuseUnknown(request: FastifyRequest): never {
    const allowed = methodsAt(pathOf(request.url));
    if (allowed.length === 0) throw new AppError('unknown-path', 'There is nothing at this address.');
    throw new RequestError(
      'method-not-allowed',
      `${request.method} is not possible here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}.`,
      { headers: { allow: allowed.join(', ') } },
    );
  }

  function admit(
    { method, headers, raw }: FastifyRequest,
    reply: FastifyReply,
    path: string,
  ): Record<string, string> | undefined {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      ...origins.headers(headers),
    });
    checkRepeatedHeaders(raw.rawHeaders);
    checkHost(headers.host);
    const preflight = method === 'OPTIONS' ? origins.preflight(headers) : undefined;
    if (preflight !== undefined) return preflight;
    origins.check(headers);
    const isGuarded = guarded.some((prefix) => path.startsWith(prefix));
    const networkToken = options.networkToken?.(raw.socket);
    if (networkToken === undefined) {
      if (isGuarded) checkToken?.(headers.authorization, method);
    } else if (isGuarded || (method !== 'GET' && method !== 'HEAD'))
      tokenCheck(networkToken)(headers.authorization, method);
    return undefined;
  }

  function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const error = toAppError(thrown);
    const isFault = error.code === 'unexpected-error' || error.code === 'service-stopping';
    if (isFault && error.cause !== undefined) {
      log.error({ err: error.cause, method: request.method, path: pathOf(request.url) }, 'unexpected error');
    }
    drain(request.raw);
    const { status, headers, body } = refusalAnswer(error, errorStyle);
    return reply.code(status).headers(headers).send(Buffer.from(body));
  }

  return app;
}

function noSchemas(): never {
  throw new Error('A route must not give Fastify a schema: it checks with bodyChecker.');
}

/** Fields that control access or parsing. If repeated, a proxy and this server could use different values. */
const single = new Set(['host', 'authorization', 'content-type', 'origin']);

/** Refuses repeated fields of `single`. `rawHeaders` has alternating names and values. */
function checkRepeatedHeaders(rawHeaders: readonly string[]): void {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!single.has(name)) continue;
    if (seen.has(name)) {
      throw new AppError('malformed-request', `The request has the header field “${name}” more than once.`);
    }
    seen.add(name);
  }
}

function knownPaths(app: FastifyInstance): (path: string) => string[] {
  const known: { methods: string[]; segments: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ methods: [method].flat(), segments: url.split('/') });
  });
  return (path) => {
    const asked = path.split('/');
    return known.filter(({ segments }) => fits(asked, segments)).flatMap(({ methods }) => methods);
  };
}

/** Whether a path fits a route; a segment such as `:id` fits any non-empty segment. */
function fits(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? asked[at] !== '' : asked[at] === segment))
  );
}
