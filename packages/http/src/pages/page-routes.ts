import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../answer/content.ts';
import { drain } from '../request/body-chunks.ts';
import { chooseEncoding } from './choose-encoding.ts';
import { type PageFile, readPage } from './read-page.ts';

/**
 * A page may load and ask only what comes from its own service. `blob:` is what the page has fetched itself, such as
 * a file to play that needs the token.
 */
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
  "frame-ancestors 'none'",
].join('; ');

/** Serves the page that was built into a folder at `/`; where there is none, `/` leads elsewhere. */
export function pageRoutes(app: FastifyInstance, folder: string | undefined, otherwise: string): void {
  const files = folder === undefined ? [] : readPage(folder);
  if (files.length === 0) {
    app.get('/', { exposeHeadRoute: true }, async (_request, reply) => reply.redirect(otherwise));
  }
  for (const file of files) {
    app.route({
      method: ['GET', 'HEAD'],
      url: file.path,
      handler: async (request, reply) => {
        drain(request.raw);
        return sendFile(file, request, reply);
      },
    });
  }
}

function sendFile(file: PageFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = chooseEncoding(headers['accept-encoding'], file.bodies)!;
  // Each encoding is another representation, with a tag of its own (RFC 9110, 8.8.3.3).
  const etag = `"${file.etag}${body.encoding === 'identity' ? '' : `-${body.encoding}`}"`;
  reply.headers({
    etag,
    vary: `${reply.getHeader('vary')}, Accept-Encoding`,
    'cache-control': file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  });
  if (matchesEtag(headers['if-none-match'] ?? '', etag)) return reply.code(304).send();
  if (body.encoding !== 'identity') reply.header('content-encoding', body.encoding);
  return reply.header('content-type', file.mediaType).send(body.bytes);
}
