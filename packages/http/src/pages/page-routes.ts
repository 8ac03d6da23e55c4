import { AppError } from '@stationery/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../answer/content.ts';
import { drain } from '../request/body-chunks.ts';
import { type PageFile, readFiles, readPage } from './read-page.ts';

/** `blob:` allows data that the page itself has fetched with the token. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:",
  'frame-src blob:',
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Home Assistant shows the page in a frame of the same origin.
  "frame-ancestors 'self'",
].join('; ');

/**
 * Policy of assets: a worker obeys the policy of its own file, and the planning worker compiles WebAssembly.
 */
const assetPolicy = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

/** Serves the page in `folder`. Without a page, `/` redirects to `otherwise`. */
export function pageRoutes(app: FastifyInstance, folder: string | undefined, otherwise: string): void {
  const files = folder === undefined ? [] : readPage(folder);
  if (files.length === 0) {
    app.get('/', { exposeHeadRoute: true }, async (_request, reply) => reply.redirect(otherwise));
  }
  for (const file of files) if (!file.hashed) serve(app, file.path, () => file);
  // One route for all assets, because each route takes time at every start.
  const hashed = new Map(files.filter((file) => file.hashed).map((file) => [file.path, file]));
  if (hashed.size > 0) serve(app, '/assets/:name', (name) => hashed.get(`/assets/${name}`));
}

export function downloadRoutes(app: FastifyInstance, prefix: string, folder: string): void {
  const files = new Map(readFiles(folder).map((file) => [file.path, file]));
  serve(app, `${prefix}/:name`, (name) => files.get(`/${name}`));
}

function serve(app: FastifyInstance, url: string, find: (name: string) => PageFile | undefined): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      drain(request.raw);
      const file = find(request.params.name);
      if (file === undefined) throw new AppError('unknown-path', 'There is nothing at this address.');
      return sendFile(file, request, reply);
    },
  });
}

function sendFile(file: PageFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = chooseEncoding(headers['accept-encoding'], file.bodies)!;
  // Each encoding is a representation with its own entity tag (RFC 9110, 8.8.3.3).
  const etag = `"${file.etag()}${body.encoding === 'identity' ? '' : `-${body.encoding}`}"`;
  reply.headers({
    etag,
    vary: `${reply.getHeader('vary')}, Accept-Encoding`,
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': file.hashed ? assetPolicy : policy,
    'referrer-policy': 'no-referrer',
  });
  if (matchesEtag(headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
  if (body.encoding !== 'identity') reply.header('content-encoding', body.encoding);
  return reply.header('content-type', file.mediaType).send(body.bytes);
}

/** Returns the best body that `Accept-Encoding` allows (RFC 9110, 12.5.3). */
export function chooseEncoding<T extends { encoding: string }>(
  acceptEncoding: string | undefined,
  bodies: readonly T[],
): T | undefined {
  const weights = new Map(
    (acceptEncoding ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return bodies.find(({ encoding }) => {
    if (encoding === 'identity') return true;
    return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
  });
}
