import { backupRoutes } from '../backup.ts';
import { descriptionRoute, docsRoute, metricsRoutes } from '../common-routes.ts';
import { jsonApi } from '../media-types.ts';
import { phoneRoutes } from '../phones.ts';
import { defineRoutes } from '../route.ts';
import { bluetoothRoutes } from './bluetooth.ts';
import { buttonsRoutes } from './buttons.ts';
import { cardRoutes } from './card.ts';
import { eventRoutes } from './events.ts';
import { firmwareRoutes } from './firmware.ts';
import { limitsRoutes } from './limits.ts';
import { metadataRoutes } from './metadata.ts';
import { outputsRoutes } from './outputs.ts';
import { playerRoutes } from './player.ts';
import { noCard, noWritableCard } from './resources.ts';
import { settingsRoutes } from './settings.ts';
import { setupRoutes } from './setup.ts';
import { simulatorRoutes } from './simulator.ts';
import { statisticsRoutes } from './statistics.ts';
import { tagDetailsRoutes } from './tag-details-routes.ts';
import { tagRoutes } from './tags.ts';
import { uploadRoutes } from './uploads.ts';

const descriptionRoutes = defineRoutes('API documentation', jsonApi, {
  getStationDescription: descriptionRoute('/api/v1/openapi.json'),
  getStationDocs: docsRoute(),
});

export const stationRoutes = {
  ...settingsRoutes,
  ...setupRoutes,
  ...cardRoutes,
  ...metadataRoutes,
  ...uploadRoutes,
  ...tagRoutes,
  ...tagDetailsRoutes,
  ...playerRoutes,
  ...limitsRoutes,
  ...outputsRoutes,
  ...bluetoothRoutes,
  ...buttonsRoutes,
  ...statisticsRoutes,
  ...firmwareRoutes,
  ...eventRoutes,
  ...phoneRoutes,
  ...backupRoutes({
    contents: 'all files, tags with their names and meanings, player settings and the name of the station',
    replaced:
      'Files of the same name, tags of the same serial, the player settings and the name of the station are replaced; other files and tags stay.',
    saveErrors: noCard,
    restoreErrors: {
      409: [
        'A restore is running, all tags together would have too many files, or a file was changed meanwhile',
        'restore-running',
        'collection-too-many',
        'file-changed',
      ],
      413: ['The card cannot hold a file that is this large', 'file-too-large'],
      507: ['The card is full', 'card-full'],
      ...noWritableCard,
    },
  }),
  ...metricsRoutes,
  ...descriptionRoutes,
  ...simulatorRoutes,
};

export * from './battery.ts';
export * from './bluetooth.ts';
export * from './buttons.ts';
export * from './collection.ts';
export * from './events.ts';
export * from './limits.ts';
export * from './metadata.ts';
export * from './outputs.ts';
export * from './player-state.ts';
export * from './plots.ts';
export * from './resources.ts';
export * from './setup.ts';
export * from './tag-details.ts';
