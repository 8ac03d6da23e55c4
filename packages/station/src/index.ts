export {
  type BlockDevice,
  defaultCardFolder,
  findReadOnlyCause,
  lsblkArguments,
  mountOf,
  readOnlyTexts,
  runProgram,
  scanForCards,
} from './card/mount/index.ts';
export { readStationConfig, type StationConfig, stationSettings, thisHardware } from './config.ts';
export { stationData } from './data-spec.ts';
export * from './firmware/index.ts';
export * from './network/index.ts';
export { makeWav } from './player/make-wav.ts';
export { type Station, type StationDeps, startStation } from './station.ts';
export type { StationAccess } from './station-access.ts';
