import { stationRoutes } from '@stationery/contract';
import { contentDisposition, isMediaType, planContent, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import mime from 'mime';
import type { Card } from '../card/card.ts';
import type { StoredFile } from '../store/files-table.ts';

/** Types that a browser may show or play inline. Types that could run scripts are only downloaded. */
const shown = /^(?:audio|video)\/|^image\/(?!svg)|^text\/plain|^application\/pdf/i;

export function contentRoute(app: FastifyInstance, parts: { card: Card }): void {
  route(app, stationRoutes.getFileContent, async ({ params, raw, reply }) => {
    const { file, handle } = await parts.card.openContent(params.id);
    try {
      const type = contentType(file);
      const modifiedMs = Number(file.modifiedNs / 1_000_000n);
      const etag = `"${file.id}-${file.modifiedNs.toString(36)}-${file.sizeBytes.toString(36)}"`;
      const plan = planContent(raw, { sizeBytes: file.sizeBytes, modifiedMs, etag });
      reply.code(plan.status).headers({
        ...plan.headers,
        'content-type': type,
        'content-disposition': contentDisposition(shown.test(type) ? 'inline' : 'attachment', file.name),
        'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; img-src 'self'",
      });
      if (plan.range === undefined || raw.method === 'HEAD') {
        await handle.close();
        return reply.send();
      }
      const { start, length } = plan.range;
      if (length === 0) {
        await handle.close();
        return reply.send(Buffer.alloc(0));
      }
      return reply.send(
        handle.createReadStream({ start, end: start + length - 1, highWaterMark: 256 * 1024 }),
      );
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

/** A media type stored by an earlier version may contain characters that are invalid in a header field. */
function contentType({ mediaType, name }: StoredFile): string {
  if (mediaType !== undefined && isMediaType(mediaType)) return mediaType;
  return mime.getType(name) ?? 'application/octet-stream';
}
