import { type PlayerOutputs, stationRoutes } from '@stationery/contract';
import { route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { SoundOutputs } from '../player/outputs/sound-outputs.ts';
import { requireSameId } from './require-same-id.ts';

export function outputsRoutes(app: FastifyInstance, { outputs }: { outputs: SoundOutputs }): void {
  const type = 'player-outputs' as const;
  const document = (attributes: PlayerOutputs) => ({
    links: { self: stationRoutes.getPlayerOutputs.path },
    data: { id: type, type, attributes },
  });

  route(app, stationRoutes.getPlayerOutputs, async () => document(await outputs.read()));

  route(app, stationRoutes.updatePlayerOutputs, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    await outputs.choose(data.attributes.output);
    return document(await outputs.read());
  });
}
