import { Readable } from 'node:stream';
import { stationRoutes } from '@stationery/contract';
import { bodyChunks, contentDisposition, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { CollectionRestore } from '../collection/restore.ts';
import type { SaveDeps } from '../collection/save.ts';

export function backupRoutes(app: FastifyInstance, parts: SaveDeps & { restore: CollectionRestore }): void {
  const { restore, nickname } = parts;

  route(app, stationRoutes.saveBackup, async () => {
    const { saveCollection } = await import('../collection/save.ts');
    const { sizeBytes, pieces } = await saveCollection(parts);
    return new RouteResponse(Readable.from(pieces()), {
      'content-length': String(sizeBytes),
      'content-disposition': contentDisposition('attachment', `${nickname()}.tar`),
      'cache-control': 'no-store',
    });
  });

  route(app, stationRoutes.restoreBackup, async ({ raw }) => {
    await restore.restore(bodyChunks(raw, { isUsedAtOnce: true }));
  });
}
