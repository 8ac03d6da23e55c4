import type { IncomingMessage } from 'node:http';
import { stationRoutes } from '@stationery/contract';
import { AppError, lazy } from '@stationery/core';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Card } from '../card/card.ts';
import { expiresAfterMs, type ResumableUploads } from '../card/upload/resumable-uploads.ts';
import type { StoredUpload } from '../store/uploads-table.ts';

const { path } = stationRoutes.createUpload;
const version = '1.0.0';

/** Resumable uploads with tus 1.0 (https://tus.io), in addition to the upload of the API. */
export function uploadRoutes(
  app: FastifyInstance,
  parts: { uploads: ResumableUploads; card: Card; maxUploadBytes: number },
): void {
  const { uploads, card, maxUploadBytes } = parts;
  const loaded = lazy(async () => (await import('./tus/tus-server.ts')).tusServer(uploads, path));
  const handle = async (raw: IncomingMessage, reply: FastifyReply) => {
    requireVersion(raw, reply);
    return (await loaded())(raw);
  };

  const capabilities = {
    'tus-resumable': version,
    'tus-version': version,
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
  };
  route(app, stationRoutes.getUploadCapabilities, async () => {
    // Without a card, use only the setting.
    const { largestFileBytes } = await card.refresh().catch(() => ({ largestFileBytes: maxUploadBytes }));
    const largestBytes = Math.min(maxUploadBytes, largestFileBytes);
    return new RouteResponse(undefined, { ...capabilities, 'tus-max-size': String(largestBytes) });
  });

  route(app, stationRoutes.getUploads, async () => ({
    links: { self: path },
    data: (await uploads.list()).map(resource),
  }));

  route(app, stationRoutes.createUpload, async ({ raw, reply }) => {
    const { headers } = await handle(raw, reply);
    const upload = await uploads.get(headers.location?.slice(path.length + 1) ?? '');
    const facts = { ...factsOf(upload), 'upload-offset': String(upload.storedBytes) };
    return new RouteResponse(document(upload), { ...headers, ...facts });
  });

  route(app, stationRoutes.getUpload, async ({ params, raw, reply }) => {
    const { headers } = raw.method === 'HEAD' ? await handle(raw, reply) : { headers: {} };
    const upload = await uploads.get(params.id);
    return new RouteResponse(document(upload), { ...headers, ...factsOf(upload) });
  });

  route(app, stationRoutes.appendToUpload, async ({ params, raw, reply }) => {
    const { headers } = await handle(raw, reply);
    return new RouteResponse(undefined, { ...headers, ...factsOf(await uploads.get(params.id)) });
  });

  route(app, stationRoutes.cancelUpload, async ({ raw, reply }) => {
    await handle(raw, reply);
  });
}

function requireVersion(raw: IncomingMessage, reply: FastifyReply): void {
  reply.header('tus-resumable', version);
  if (raw.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new AppError('tus-version', `Send the header field “Tus-Resumable: ${version}”.`);
}

/** Returns the URL of the finished file, or the expiry of the upload. */
function factsOf({ fileId, idleMs }: StoredUpload): Record<string, string> {
  return fileId === undefined
    ? { 'upload-expires': new Date(Date.now() + expiresAfterMs - idleMs).toUTCString() }
    : { 'content-location': `/api/v1/files/${fileId}` };
}

function document(upload: StoredUpload) {
  return { links: { self: `${path}/${upload.id}` }, data: resource(upload) };
}

function resource({ id, filename, mediaType, sizeBytes, storedBytes, fileId, metadata }: StoredUpload) {
  return {
    id,
    type: 'upload' as const,
    attributes: {
      filename,
      media_type: mediaType ?? null,
      size: sizeBytes,
      offset: storedBytes,
      fingerprint: metadata.fingerprint ?? null,
      file_id: fileId ?? null,
    },
  };
}
