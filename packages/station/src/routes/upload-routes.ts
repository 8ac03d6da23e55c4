import type { IncomingMessage } from 'node:http';
import { stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { bodyChunks, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Card } from '../card/card.ts';
import { expiresAfterMs, type ResumableUploads } from '../card/upload/resumable-uploads.ts';
import type { StoredUpload } from '../store/uploads-table.ts';

const { path } = stationRoutes.createUpload;
const version = '1.0.0';

/** Resumable uploads with tus 1.0 (https://tus.io). */
export function uploadRoutes(
  app: FastifyInstance,
  parts: { uploads: ResumableUploads; card: Card; maxUploadBytes: number },
): void {
  const { uploads, card, maxUploadBytes } = parts;
  const takeOver = exclusiveUploads();
  const append = (id: string, offset: number, raw: IncomingMessage) =>
    takeOver(id, async (signal) => {
      const { sizeBytes, storedBytes } = await uploads.get(id);
      if (offset === storedBytes) requireFit(raw, sizeBytes - offset);
      return uploads.append(id, offset, bodyChunks(raw, { signal }));
    });

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
    requireVersion(raw, reply);
    const sizeBytes = readLength(raw);
    const created = await uploads.create({ sizeBytes, ...readMetadata(raw.headers['upload-metadata']) });
    const isSentWithIt = raw.headers['content-type'] === 'application/offset+octet-stream';
    const upload = isSentWithIt ? await append(created.id, 0, raw) : created;
    return new RouteResponse(document(upload), {
      location: `${path}/${upload.id}`,
      ...factsOf(upload),
      ...offsetOf(upload),
      ...(isSentWithIt ? afterBody(raw) : {}),
    });
  });

  route(app, stationRoutes.getUpload, async ({ params, raw, reply }) => {
    if (raw.method !== 'HEAD') {
      const upload = await uploads.get(params.id);
      return new RouteResponse(document(upload), factsOf(upload));
    }
    requireVersion(raw, reply);
    const upload = await takeOver(params.id, () => uploads.get(params.id));
    return new RouteResponse(document(upload), {
      'cache-control': 'no-store',
      'upload-length': String(upload.sizeBytes),
      'upload-metadata': encodeMetadata(upload.metadata),
      ...offsetOf(upload),
      ...factsOf(upload),
    });
  });

  route(app, stationRoutes.appendToUpload, async ({ params, raw, reply }) => {
    requireVersion(raw, reply);
    const upload = await append(params.id, readCount(raw, 'Upload-Offset'), raw);
    return new RouteResponse(undefined, { ...offsetOf(upload), ...factsOf(upload), ...afterBody(raw) });
  });

  route(app, stationRoutes.cancelUpload, async ({ params, raw, reply }) => {
    requireVersion(raw, reply);
    await takeOver(params.id, () => uploads.remove(params.id));
  });
}

/**
 * Runs one request per upload. A new request ends the previous one, because a client may reconnect before its
 * broken connection is noticed.
 */
function exclusiveUploads() {
  const held = new Map<string, { giveUp: AbortController; ended: Promise<unknown> }>();
  return async <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    for (let before = held.get(id); before !== undefined; before = held.get(id)) {
      before.giveUp.abort();
      await before.ended.catch(() => undefined);
    }
    const giveUp = new AbortController();
    const ended = work(giveUp.signal).finally(() => held.delete(id));
    held.set(id, { giveUp, ended });
    return ended;
  };
}

function requireVersion(raw: IncomingMessage, reply: FastifyReply): void {
  reply.header('tus-resumable', version);
  if (raw.headers['tus-resumable'] === version) return;
  reply.header('tus-version', version);
  throw new AppError('tus-version', `Send the header field “Tus-Resumable: ${version}”.`);
}

const malformed = (why: string) => new AppError('malformed-request', why);

function readCount({ headers }: IncomingMessage, name: string): number {
  const text = headers[name.toLowerCase()];
  if (text === undefined) throw malformed(`The header field ${name} is missing.`);
  const count = Number(text);
  if (!/^\d{1,16}$/.test(String(text)) || !Number.isSafeInteger(count))
    throw malformed(`The header field ${name} must be a whole number.`);
  return count;
}

function readLength(raw: IncomingMessage): number {
  if (raw.headers['upload-concat'] !== undefined)
    throw malformed('Uploads in parts that are joined are not supported.');
  if (raw.headers['upload-defer-length'] !== undefined)
    throw malformed('The length of an upload must be known when it begins: send Upload-Length.');
  return readCount(raw, 'Upload-Length');
}

function requireFit({ headers }: IncomingMessage, leftBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > leftBytes)
    throw new AppError('file-too-large', 'The upload is longer than its Upload-Length.');
}

const metadataPair =
  /^([!-+\--~]{1,200})(?: ((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?))?$/;

function readMetadata(header: string | string[] | undefined) {
  const pairs = header === undefined ? [] : String(header).split(',');
  const metadata: Record<string, string | null> = {};
  for (const pair of pairs) {
    const [, key, value] = metadataPair.exec(pair) ?? [];
    if (key === undefined || Object.hasOwn(metadata, key))
      throw malformed('The header field Upload-Metadata cannot be read.');
    metadata[key] = value ? Buffer.from(value, 'base64').toString('utf8') : null;
  }
  const { filename, name, filetype, type, replace } = metadata;
  const wanted = filename ?? name;
  if (wanted === undefined || wanted === null)
    throw new AppError(
      'invalid-name',
      'A file needs a name: send the metadata “filename” in Upload-Metadata.',
    );
  return {
    filename: wanted,
    mediaType: filetype ?? type ?? undefined,
    metadata,
    replaces: typeof replace === 'string' ? fileId(replace) : undefined,
  };
}

function encodeMetadata(metadata: StoredUpload['metadata']): string {
  return Object.entries(metadata)
    .map(([key, value]) => (value === null ? key : `${key} ${Buffer.from(value).toString('base64')}`))
    .join(',');
}

function fileId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new AppError('unknown-file', 'The metadata “replace” must be the id of a file on the card.');
}

const offsetOf = ({ storedBytes }: StoredUpload) => ({ 'upload-offset': String(storedBytes) });

/**
 * Closes the connection if the body was not read to its end, because a newer request for the upload ended this one.
 */
const afterBody = (raw: IncomingMessage): Record<string, string> =>
  raw.complete ? {} : { connection: 'close' };

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
