import { stationRoutes } from '@stationery/contract';
import { readMultipartFile, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { FirmwareUpdater } from '../firmware/firmware-updater.ts';

export function firmwareRoutes(app: FastifyInstance, parts: { updater: FirmwareUpdater }): void {
  route(app, stationRoutes.updateFirmware, ({ raw }) =>
    readMultipartFile(raw, 'update', (file) => parts.updater.install(file)),
  );
}
