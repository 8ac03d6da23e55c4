import { basename } from 'node:path';
import { Readable } from 'node:stream';
import type { Firmware } from '@stationery/appliance';
import { type FileMetadata, stationRoutes } from '@stationery/contract';
import { AppError, type Clock } from '@stationery/core';
import {
  bodyChunks,
  contentDisposition,
  type MinimumRate,
  planContent,
  RouteResponse,
  readMultipartFile,
  route,
} from '@stationery/http';
import { parseTagSerial, type SimulatedReader } from '@stationery/nfc';
import type { FastifyInstance } from 'fastify';
import mime from 'mime';
import type { Card } from '../card/card.ts';
import type { CollectionRestore } from '../collection/restore.ts';
import type { SaveDeps } from '../collection/save.ts';
import type { StationConfig } from '../config.ts';
import type { MetadataReader } from '../metadata/metadata-reader.ts';
import type { StationInfo } from '../settings/station-info.ts';
import type { StationParts } from '../station-parts.ts';
import type { StoredFile } from '../store/files-table.ts';
import { cardRoutes } from './card-routes.ts';
import { playerRoutes } from './player-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { tagDetailsRoutes } from './tag-details-routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

interface RouteDeps {
  config: StationConfig;
  parts: StationParts;
  firmware: Firmware;
  simulated: SimulatedReader | undefined;
  clock: Clock;
  info: StationInfo;
}

export function addStationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { parts, firmware, simulated, clock } = deps;
  const { maxUploadBytes } = deps.config;
  const { card, uploads, tags, metadata, player, scanner, statistics, statisticsTable } = parts;
  cardRoutes(app, { card, maxUploadBytes });
  contentRoute(app, { card });
  metadataRoutes(app, { metadata });
  uploadRoutes(app, { uploads, card, maxUploadBytes });
  tagRoutes(app, { tags, scanner, card });
  tagDetailsRoutes(app, { tags, card });
  playerRoutes(app, parts);
  statisticsRoutes(app, { statistics, table: statisticsTable });
  backupRoutes(app, {
    card,
    tags,
    player,
    restore: parts.restore,
    nickname: () => deps.info.read().nickname,
  });
  firmwareRoutes(app, { firmware, clock });
  if (simulated !== undefined) simulatorRoutes(app, { reader: simulated });
}

function simulatorRoutes(app: FastifyInstance, parts: { reader: SimulatedReader }): void {
  const { reader } = parts;

  route(app, stationRoutes.putSimulatedTag, async ({ body }) => {
    const uid = parseTagSerial(body.serial);
    if (uid === undefined) {
      throw new AppError(
        'invalid-request',
        'A serial is 0x and 4, 7 or 10 bytes in hex, such as 0x04A2245A6B2C80.',
        { pointer: '/serial' },
      );
    }
    reader.put(
      body.model === 'mifare_classic' ? { uid, sak: 0x08, atqa: 0x0004 } : { uid, sak: 0x00, atqa: 0x0044 },
    );
  });

  route(app, stationRoutes.removeSimulatedTag, async () => {
    reader.take();
  });
}

function metadataRoutes(app: FastifyInstance, parts: { metadata: MetadataReader }): void {
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

/** Minimum rate of firmware uploads, because they block other updates. */
const firmwareRate: MinimumRate = { minBytes: 256 * 1024, withinMs: 30_000 };
/**
 * After a rejection, senders that are fast enough are read to the end, so that they get the answer. Others are
 * disconnected.
 */
const refusedRate: MinimumRate = { minBytes: 256 * 1024, withinMs: 2_000 };

function firmwareRoutes(app: FastifyInstance, parts: { firmware: Firmware; clock: Clock }): void {
  const { firmware, clock } = parts;
  const resource = { type: 'firmware', id: 'firmware' } as const;

  route(app, stationRoutes.getFirmware, async () => ({
    data: { ...resource, attributes: firmware.status() },
  }));

  route(app, stationRoutes.updateFirmware, async ({ raw, reply, signal }) => {
    const version = await firmware.update((take) =>
      readMultipartFile(raw, 'update', take, { clock, minimumRate: firmwareRate, drainRate: refusedRate }),
    );
    // Restart once the answer was sent, or at once if the client has disconnected.
    if (signal.aborted) firmware.restart();
    else reply.raw.once('close', () => firmware.restart());
    return { data: { ...resource, attributes: { fw_version: version, state: 'installed' } } };
  });
}

/** Types that browsers may show. All others are only downloaded, because they could run scripts. */
const shown = /^(?:audio|video)\/|^image\/(?!svg)|^text\/plain|^application\/pdf/i;

function contentRoute(app: FastifyInstance, parts: { card: Card }): void {
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
        'content-disposition': contentDisposition(
          shown.test(type) ? 'inline' : 'attachment',
          basename(file.name),
        ),
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

function contentType({ mediaType, name }: StoredFile): string {
  return mediaType ?? mime.getType(name) ?? 'application/octet-stream';
}

function backupRoutes(app: FastifyInstance, parts: SaveDeps & { restore: CollectionRestore }): void {
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
