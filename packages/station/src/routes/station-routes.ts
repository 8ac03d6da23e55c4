import { type StationEvent, stationRoutes } from '@stationery/contract';
import type { Clock, EventHub, Logger } from '@stationery/core';
import { type createApp, type OtherPage, otherPageRoute, pageRoutes } from '@stationery/http';
import type { SimulatedReader } from '@stationery/nfc';
import type { CardAndTags } from '../card-and-tags.ts';
import type { StationConfig } from '../config.ts';
import type { Firmware } from '../firmware/firmware.ts';
import { cardRoutes } from './card-routes.ts';
import { contentRoute } from './content-route.ts';
import { descriptionRoutes } from './description-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { firmwareRoutes } from './firmware-routes.ts';
import { metadataRoutes } from './metadata-routes.ts';
import { playerRoutes } from './player-routes.ts';
import { simulatorRoutes } from './simulator-routes.ts';
import { statisticsRoutes } from './statistics-routes.ts';
import { tagDetailsRoutes } from './tag-details-routes.ts';
import { tagRoutes } from './tag-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

interface RoutesParts {
  config: StationConfig;
  inside: CardAndTags;
  firmware: Firmware;
  hub: EventHub<StationEvent>;
  snapshot: () => StationEvent;
  simulated?: SimulatedReader;
  pages?: string;
  otherPage?: () => OtherPage | undefined;
  stopping: AbortSignal;
  clock: Clock;
  log: Logger;
}

/** Everything that the station answers, but for its settings, whose change concerns what is around it. */
export function addStationRoutes(app: ReturnType<typeof createApp>, parts: RoutesParts): void {
  const { config, inside, firmware, hub, snapshot, stopping, clock, log } = parts;
  const { card, uploads, tags, titles, player, scanner, statistics, statisticsTable } = inside;
  cardRoutes(app, { card, maxUploadBytes: config.maxUploadBytes });
  contentRoute(app, { card });
  metadataRoutes(app, { metadata: titles });
  uploadRoutes(app, { uploads, card, maxUploadBytes: config.maxUploadBytes });
  tagRoutes(app, { tags, scanner, card });
  tagDetailsRoutes(app, { tags, card });
  playerRoutes(app, { player });
  statisticsRoutes(app, { statistics, table: statisticsTable });
  firmwareRoutes(app, { firmware, clock });
  eventRoutes(app, { hub, card, snapshot, clock, log, stopping });
  descriptionRoutes(app, notices(config));
  pageRoutes(app, parts.pages, stationRoutes.getStationDocs.path);
  otherPageRoute(app, 'plotter', { local: parts.otherPage });
  if (parts.simulated !== undefined) simulatorRoutes(app, { reader: parts.simulated });
}

/** Warnings that people must see. */
function notices({ firmwareAllowUnsigned }: StationConfig): string[] {
  return firmwareAllowUnsigned === 'yes'
    ? ['This station installs firmware that nobody signed. Use this for development only.']
    : [];
}
