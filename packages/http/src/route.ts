import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { mediaTypes, type Route } from '@stationery/contract';
import { AppError, systemClock, withDeadline } from '@stationery/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { bodyChunks, drain } from './request/body-chunks.ts';
import { bodyChecker } from './request/check.ts';
import { requireAcceptable, requireMediaType } from './request/media-type.ts';
import { paramsReader, readQuery } from './request/parameters.ts';

/** The parsed and checked request. */
export interface Call<P extends TSchema, Q extends TSchema, B extends TSchema> {
  params: Static<P>;
  query: Static<Q>;
  body: Static<B>;
  /** The request, for routes that stream their body. */
  raw: IncomingMessage;
  /** Aborted when the client hangs up. */
  signal: AbortSignal;
  reply: FastifyReply;
}

/** A response that consists of bytes or a stream, or has its own header fields. */
export class RouteResponse<T> {
  readonly body: T;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(body: T, headers: Record<string, string> = {}, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

type Handler<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> = (
  call: Call<P, Q, B>,
) => Promise<Static<A> | RouteResponse<Static<A> | Buffer | Readable | undefined> | FastifyReply>;

export function route<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema>(
  app: FastifyInstance,
  contract: Route<P, Q, B, A>,
  handler: Handler<P, Q, B, A>,
): void {
  const { answer, body: bodySpec } = contract;
  const calls = callsOf(app);
  const readParams = paramsReader(contract.params);
  const checkBody = bodySpec?.mode === 'json' ? bodyChecker(bodySpec.schema) : undefined;

  app.route({
    // HEAD runs the same handler and sends the same header fields; Node omits the body.
    method: contract.method === 'GET' && contract.head !== false ? ['GET', 'HEAD'] : contract.method,
    url: contract.path.replace(/\{(\w+)\}/g, ':$1'),
    async handler(request, reply) {
      if (answer.mediaType === mediaTypes.jsonApi) requireAcceptable(request.headers.accept);
      const query = readQuery(contract.query, request.query as Record<string, unknown>);
      const params = readParams(request.params as Record<string, string>);
      const isLeftOut = bodySpec?.isOptional === true && !hasBody(request);
      if (bodySpec === undefined || isLeftOut) drain(request.raw);
      else if (hasBody(request)) requireMediaType(request.headers['content-type'], bodySpec.mediaTypes);
      else throw new AppError('malformed-request', 'The request needs a body and has none.', { pointer: '' });
      const body = checkBody?.(isLeftOut ? {} : await readJsonBody(request.raw, bodySpec?.maxBytes));

      const call = handler({
        params: params as Static<P>,
        query: query as Static<Q>,
        body: body as Static<B>,
        raw: request.raw,
        signal: hangUpSignal(reply),
        reply,
      });
      calls.add(call);
      const result = await call.finally(() => calls.delete(call));
      // A reply that was already sent, or cut off, needs no second response.
      return reply.sent || reply.raw.headersSent ? reply : send(reply, answer, result);
    },
  });
}

/**
 * How long a closing app waits for its calls. Longer calls, such as a firmware update, do not delay the stop.
 */
const callsEndWithinMs = 5_000;
const callsOfApps = new WeakMap<FastifyInstance, Set<Promise<unknown>>>();

/**
 * Returns the running calls of an app. Closing waits for them, because a call continues when its client hangs
 * up.
 */
function callsOf(app: FastifyInstance): Set<Promise<unknown>> {
  const known = callsOfApps.get(app);
  if (known !== undefined) return known;
  const calls = new Set<Promise<unknown>>();
  callsOfApps.set(app, calls);
  app.addHook('onClose', async () => {
    const deadline = { clock: systemClock, timeoutMs: callsEndWithinMs };
    await withDeadline('calls', deadline, () => Promise.allSettled(calls)).catch(() => undefined);
  });
  return calls;
}

function send(reply: FastifyReply, answer: Route['answer'], result: unknown): FastifyReply {
  const response = result instanceof RouteResponse ? result : new RouteResponse(result);
  reply.code(response.status ?? answer.status).headers(response.headers);
  if (response.body === undefined) return reply.send();
  if (answer.mediaType !== undefined && !reply.hasHeader('content-type')) {
    reply.header('content-type', answer.mediaType);
  }
  const { body } = response;
  if (body instanceof Readable) return reply.send(body);
  // Sends bytes instead of an object, because the media type has no charset.
  return reply.send(
    Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function hangUpSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // The connection is already closed, so `close` will not fire.
  if (reply.raw.destroyed) controller.abort();
  else reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

/** Enough for most buffered bodies, such as names and bindings. */
const defaultLimitBytes = 64 * 1024;

async function readJsonBody(request: IncomingMessage, limitBytes = defaultLimitBytes): Promise<unknown> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of bodyChunks(request)) {
    sizeBytes += chunk.length;
    if (sizeBytes > limitBytes) {
      throw new AppError(
        'request-too-large',
        `The body is larger than the ${limitBytes} bytes allowed here.`,
      );
    }
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks));
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) {
    throw new AppError('malformed-request', 'The request needs a JSON body and has none.', { pointer: '' });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('malformed-request', 'The body is not UTF-8.', { pointer: '' });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('malformed-request', 'The body is not JSON.', { pointer: '' });
  }
}
