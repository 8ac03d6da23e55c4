import { type FileMetadata, stationRoutes } from '@stationery/contract';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { MetadataReader } from '../metadata/metadata-reader.ts';

export function metadataRoutes(app: FastifyInstance, parts: { metadata: MetadataReader }): void {
  const { metadata } = parts;

  route(app, stationRoutes.getMetadata, async () => {
    const { known, unread } = await metadata.list();
    return { links: { self: stationRoutes.getMetadata.path }, data: known.map(resource), meta: { unread } };
  });

  route(app, stationRoutes.getFileMetadata, async ({ params: { id } }) => {
    const data = resource(await metadata.ofFile(id));
    return { links: { self: `/api/v1/files/${id}/metadata` }, data };
  });

  route(app, stationRoutes.getFileCover, async ({ params: { id }, query }) => {
    const { mediaType, bytes } = await metadata.cover(id);
    return new RouteResponse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      'content-type': mediaType,
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': query.version === undefined ? 'no-cache' : 'private, max-age=31536000, immutable',
    });
  });
}

function resource({ id, ...attributes }: FileMetadata) {
  return { id, type: 'metadata' as const, attributes };
}
