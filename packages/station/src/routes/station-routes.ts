import type { Firmware } from '@stationery/appliance';
import type { Clock } from '@stationery/core';
import type { SimulatedReader } from '@stationery/nfc';
import type { FastifyInstance } from 'fastify';
import type { CardAndTags } from '../card-and-tags.ts';
import type { StationConfig } from '../config.ts';
import { cardRoutes } from './card-routes.ts';
import { contentRoute } from './content-route.ts';
import { firmwareRoutes } from './firmware-routes.ts';
import { metadataRoutes } from './metadata-routes.ts';
import { playerRoutes } from './player-routes.ts';
import { simulatorRoutes } from './simulator-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { tagDetailsRoutes } from './tag-details-routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

interface RouteDeps {
  config: StationConfig;
  inside: CardAndTags;
  firmware: Firmware;
  simulated: SimulatedReader | undefined;
  clock: Clock;
}

export function addStationRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { inside, firmware, simulated, clock } = deps;
  const { maxUploadBytes } = deps.config;
  const { card, uploads, tags, titles, player, scanner, statistics, statisticsTable } = inside;
  cardRoutes(app, { card, maxUploadBytes });
  contentRoute(app, { card });
  metadataRoutes(app, { metadata: titles });
  uploadRoutes(app, { uploads, card, maxUploadBytes });
  tagRoutes(app, { tags, scanner, card });
  tagDetailsRoutes(app, { tags, card });
  playerRoutes(app, { player });
  statisticsRoutes(app, { statistics, table: statisticsTable });
  firmwareRoutes(app, { firmware, clock });
  if (simulated !== undefined) simulatorRoutes(app, { reader: simulated });
}
