import { stationRoutes } from '@stationery/contract';
import { readMultipartFile, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Firmware } from '../firmware/firmware.ts';

export function firmwareRoutes(app: FastifyInstance, parts: { firmware: Firmware }): void {
  const { firmware } = parts;
  const resource = { type: 'firmware', id: 'firmware' } as const;

  route(app, stationRoutes.getFirmware, async () => ({
    data: { ...resource, attributes: firmware.status() },
  }));

  route(app, stationRoutes.updateFirmware, async ({ raw, reply, signal }) => {
    const version = await firmware.update((take) => readMultipartFile(raw, 'update', take));
    // The client gets its answer first; one that hung up has no need of it.
    if (signal.aborted) firmware.restart();
    else reply.raw.once('close', () => firmware.restart());
    return { data: { ...resource, attributes: { fw_version: version, state: 'installed' } } };
  });
}
