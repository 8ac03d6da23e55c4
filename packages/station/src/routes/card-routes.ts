import { stationRoutes } from '@stationery/contract';
import { bodyChunks, matchesEtag, Prepared, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import { receiveFile } from '../card/upload/receive-file.ts';
import { listingPresenter } from './listing-presenter.ts';

export function cardRoutes(app: FastifyInstance, parts: { card: Card; maxUploadBytes: number }): void {
  const { card, maxUploadBytes } = parts;
  const present = listingPresenter(stationRoutes.getCard.path);

  route(app, stationRoutes.getCard, async ({ raw }) => {
    const { body, etag } = present(await card.list());
    const headers = { etag, 'cache-control': 'no-cache' };
    return matchesEtag(raw.headers['if-none-match'] ?? '', etag)
      ? new Prepared(undefined, headers, 304)
      : new Prepared(body, headers);
  });

  route(app, stationRoutes.uploadFile, async ({ raw, query }) => {
    const { replace } = query;
    const file = await receiveFile(card, {
      chunks: bodyChunks(raw),
      contentLength: numberOrNothing(raw.headers['content-length']),
      limitBytes: maxUploadBytes,
      replaces: replace,
    });
    const self = `/api/v1/files/${file.id}`;
    const attributes = { filename: file.name, size: file.sizeBytes };
    const document = { links: { self }, data: { id: file.id, type: 'file' as const, attributes } };
    return replace === undefined
      ? new Prepared(document, { location: self })
      : new Prepared(document, {}, 200);
  });

  route(app, stationRoutes.deleteFile, async ({ params }) => {
    await card.remove(params.id);
  });
}

function numberOrNothing(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
