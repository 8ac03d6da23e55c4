import { deleteFile, getCard, getFile, getFileContent, renameFile, uploadFile } from './card.ts';
import { getStationDescription, getStationDocs } from './description.ts';
import { streamStationEvents } from './events.ts';
import { getFirmware, updateFirmware } from './firmware.ts';
import { getFileCover, getFileMetadata, getMetadata } from './metadata.ts';
import {
  commandPlayer,
  getPlayer,
  getPlayerSettings,
  getUnknownSound,
  reportPlayback,
  updatePlayer,
  updatePlayerSettings,
} from './player.ts';
import { getSettings, updateSettings } from './settings.ts';
import { putSimulatedTag, removeSimulatedTag } from './simulator.ts';
import { deleteStatistics, exportStatistics, getStatistics, updateStatistics } from './statistics.ts';
import {
  addTag,
  deleteTag,
  getTagDetails,
  listTagDetails,
  replaceTag,
  updateTagDetails,
} from './tag-details-routes.ts';
import { getTag, getTags, scanTags, updateTag } from './tags.ts';
import {
  appendToUpload,
  cancelUpload,
  createUpload,
  getUpload,
  getUploadCapabilities,
  getUploads,
} from './uploads.ts';

/** Every operation of the base station. */
export const stationRoutes = {
  getSettings,
  updateSettings,
  getCard,
  uploadFile,
  getFile,
  renameFile,
  deleteFile,
  getFileContent,
  getMetadata,
  getFileMetadata,
  getFileCover,
  getUploads,
  getUploadCapabilities,
  createUpload,
  getUpload,
  appendToUpload,
  cancelUpload,
  getTags,
  getTag,
  updateTag,
  scanTags,
  listTagDetails,
  addTag,
  getTagDetails,
  updateTagDetails,
  deleteTag,
  replaceTag,
  getPlayer,
  updatePlayer,
  commandPlayer,
  getPlayerSettings,
  updatePlayerSettings,
  reportPlayback,
  getUnknownSound,
  getStatistics,
  exportStatistics,
  updateStatistics,
  deleteStatistics,
  getFirmware,
  updateFirmware,
  streamStationEvents,
  getStationDescription,
  getStationDocs,
  putSimulatedTag,
  removeSimulatedTag,
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
