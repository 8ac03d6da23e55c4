import { metricsRoutes } from '../common-routes.ts';
import { phoneRoutes } from '../phones.ts';
import { cardRoutes } from './card.ts';
import { descriptionRoutes } from './description.ts';
import { eventRoutes } from './events.ts';
import { firmwareRoutes } from './firmware.ts';
import { metadataRoutes } from './metadata.ts';
import { playerRoutes } from './player.ts';
import { settingsRoutes } from './settings.ts';
import { simulatorRoutes } from './simulator.ts';
import { statisticsRoutes } from './statistics.ts';
import { tagDetailsRoutes } from './tag-details-routes.ts';
import { tagRoutes } from './tags.ts';
import { uploadRoutes } from './uploads.ts';

export const stationRoutes = {
  ...settingsRoutes,
  ...cardRoutes,
  ...metadataRoutes,
  ...uploadRoutes,
  ...tagRoutes,
  ...tagDetailsRoutes,
  ...playerRoutes,
  ...statisticsRoutes,
  ...firmwareRoutes,
  ...eventRoutes,
  ...phoneRoutes,
  ...metricsRoutes,
  ...descriptionRoutes,
  ...simulatorRoutes,
};

export { type CollectionRefusal, type CollectionState, collectionRefusals } from './collection.ts';
export { type StationEvent, type StationEventName, stationEvents } from './events.ts';
export { FileMetadata } from './metadata.ts';
export {
  PlayerReport,
  PlayerSettings,
  PlayerSettingsChange,
  type PlayerState,
  playerKinds,
} from './player-state.ts';
export { ErrorDocument } from './resources.ts';
export { type TagDetails, TagDetailsChange, type TagMeaning, tagActions } from './tag-details.ts';
