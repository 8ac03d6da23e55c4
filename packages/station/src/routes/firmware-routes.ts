import type { Firmware } from '@stationery/appliance';
import { stationRoutes } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import { type MinimumRate, readMultipartFile, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';

/** Minimum rate for firmware uploads, which block other updates. */
const firmwareRate: MinimumRate = { minBytes: 256 * 1024, withinMs: 30_000 };
/**
 * Minimum rate after a rejection: a sender that is nearly done is read to the end, others are
 * disconnected.
 */
const refusedRate: MinimumRate = { minBytes: 256 * 1024, withinMs: 2_000 };

export function firmwareRoutes(app: FastifyInstance, parts: { firmware: Firmware; clock: Clock }): void {
  const { firmware, clock } = parts;
  const resource = { type: 'firmware', id: 'firmware' } as const;

  route(app, stationRoutes.getFirmware, async () => ({
    data: { ...resource, attributes: firmware.status() },
  }));

  route(app, stationRoutes.updateFirmware, async ({ raw, reply, signal }) => {
    const version = await firmware.update((take) =>
      readMultipartFile(raw, 'update', take, { clock, minimumRate: firmwareRate, drainRate: refusedRate }),
    );
    // Restart after the answer is sent, or at once if the client has disconnected.
    if (signal.aborted) firmware.restart();
    else reply.raw.once('close', () => firmware.restart());
    return { data: { ...resource, attributes: { fw_version: version, state: 'installed' } } };
  });
}
