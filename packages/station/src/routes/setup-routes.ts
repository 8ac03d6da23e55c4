import { type Setup, stationRoutes } from '@stationery/contract';
import { route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { StationPlayer } from '../player/station-player.ts';
import type { StationSetup } from '../setup/station-setup.ts';
import { onlyResource, requireSameId } from './only-resource.ts';

export function setupRoutes(
  app: FastifyInstance,
  { setup, player }: { setup: StationSetup; player: StationPlayer },
): void {
  const document = (answers: Setup) => onlyResource(stationRoutes.getSetup, 'setup', answers);

  route(app, stationRoutes.getSetup, async () => document(setup.read()));

  route(app, stationRoutes.updateSetup, async ({ body: { data } }) => {
    requireSameId(data.id, 'setup');
    return document(setup.change(data.attributes));
  });

  route(app, stationRoutes.playTestSound, async () => player.playTestSound());
}
