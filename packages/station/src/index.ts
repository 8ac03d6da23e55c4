export {
  readNetworkSettings,
  readStationConfig,
  type StationConfig,
  stationSettings,
} from './config.ts';
export { stationData } from './data-spec.ts';
export { makeWav } from './player/make-wav.ts';
export type { StationAccess } from './station.ts';
export { type Station, type StationDeps, startStation } from './station.ts';
