export { readStationConfig, type StationConfig, stationSettings } from './config.ts';
export { type Station, type StationParts, startStation } from './station.ts';
export { interfaceVersion, packageVersion } from './version.ts';
