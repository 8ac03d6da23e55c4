import { type PlayerLimits, stationRoutes } from '@stationery/contract';
import { RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { builtInSounds } from '../player/built-in-sounds.ts';
import type { StationPlayer } from '../player/station-player.ts';
import { requireSameId } from './require-same-id.ts';

export function limitsRoutes(app: FastifyInstance, { player }: { player: StationPlayer }): void {
  route(app, stationRoutes.getPlayerLimits, async () => limitsDocument(player.limits));

  route(app, stationRoutes.updatePlayerLimits, async ({ body: { data } }) => {
    requireSameId(data.id, 'player-limits');
    await player.changeLimits(data.attributes);
    return limitsDocument(player.limits);
  });

  route(app, stationRoutes.getLimitSound, async () => new RouteResponse(builtInSounds.limit.content()));
}

function limitsDocument(attributes: PlayerLimits) {
  const type = 'player-limits' as const;
  return { links: { self: stationRoutes.getPlayerLimits.path }, data: { id: type, type, attributes } };
}
