import { Readable } from 'node:stream';
import { stationRoutes } from '@stationery/contract';
import { bodyChunks, matchesEtag, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Card } from '../card/card.ts';
import { checkFileName, checkFilePath, isInFolder } from '../card/file-name.ts';
import { receiveFile } from '../card/upload/receive-file.ts';
import type { StoredFile } from '../store/files-table.ts';
import { listingPresenter } from './listing-presenter.ts';
import { requireSameId } from './only-resource.ts';

export function cardRoutes(app: FastifyInstance, parts: { card: Card; maxUploadBytes: number }): void {
  const { card, maxUploadBytes } = parts;
  const { path } = stationRoutes.getCard;
  const presentFlat = listingPresenter(path, ({ name }) => !isInFolder(name));
  const presentAll = listingPresenter(path, () => true);

  route(app, stationRoutes.getCard, async ({ raw, query }) => {
    const present = query.folders === 1 ? presentAll : presentFlat;
    const { pieces, sizeBytes, etag } = await present(await card.list());
    const headers = { etag, 'cache-control': 'no-cache' };
    if (matchesEtag(raw.headers['if-none-match'] ?? '', etag))
      return new RouteResponse(undefined, headers, 304);
    if (pieces.length === 1) return new RouteResponse(pieces[0], headers);
    const stream = streamOf(raw.method === 'HEAD' ? [] : pieces);
    return new RouteResponse(stream, { ...headers, 'content-length': String(sizeBytes) });
  });

  route(app, stationRoutes.uploadFile, async ({ raw, query }) => {
    const { replace, folders } = query;
    const file = await receiveFile(card, {
      chunks: bodyChunks(raw, { isUsedAtOnce: true }),
      contentLength: numberOrNothing(raw.headers['content-length']),
      limitBytes: maxUploadBytes,
      replaces: replace,
      checkName: folders === 1 ? checkFilePath : checkFileName,
    });
    const document = fileDocument(file);
    return replace === undefined
      ? new RouteResponse(document, { location: document.links.self })
      : new RouteResponse(document, {}, 200);
  });

  route(app, stationRoutes.getFile, async ({ params }) => fileDocument(await card.get(params.id)));

  route(app, stationRoutes.renameFile, async ({ params: { id }, body: { data } }) => {
    requireSameId(data.id, id);
    const pointer = '/data/attributes/filename';
    const name = checkFilePath(data.attributes.filename, pointer);
    return fileDocument(await card.rename(id, name, pointer));
  });

  route(app, stationRoutes.deleteFile, async ({ params }) => {
    await card.remove(params.id);
  });
}

function fileDocument({ id, name, sizeBytes }: StoredFile) {
  const attributes = { filename: name, size: sizeBytes };
  return { links: { self: `/api/v1/files/${id}` }, data: { id, type: 'file' as const, attributes } };
}

/**
 * Returns a stream of the pieces. It is faster than `Readable.from`, which yields to the event loop for every piece.
 */
function streamOf(pieces: readonly Buffer[]): Readable {
  let next = 0;
  return new Readable({
    highWaterMark: 1024 * 1024,
    read() {
      while (next < pieces.length) if (!this.push(pieces[next++])) return;
      this.push(null);
    },
  });
}

function numberOrNothing(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
