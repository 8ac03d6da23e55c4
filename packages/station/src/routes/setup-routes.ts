import { type Setup, stationRoutes } from '@stationery/contract';
import { route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { StationPlayer } from '../player/station-player.ts';
import type { StationSetup } from '../setup/station-setup.ts';
import { requireSameId } from './require-same-id.ts';

export function setupRoutes(
  app: FastifyInstance,
  { setup, player }: { setup: StationSetup; player: StationPlayer },
): void {
  route(app, stationRoutes.getSetup, async () => setupDocument(setup.read()));

  route(app, stationRoutes.updateSetup, async ({ body: { data } }) => {
    requireSameId(data.id, 'setup');
    return setupDocument(setup.change(data.attributes));
  });

  route(app, stationRoutes.playTestSound, async () => player.playTestSound());
}

function setupDocument(attributes: Setup) {
  const type = 'setup' as const;
  return { links: { self: stationRoutes.getSetup.path }, data: { id: type, type, attributes } };
}
