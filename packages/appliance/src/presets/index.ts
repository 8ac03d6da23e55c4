export { maxPresetBytes, readPresets, writePresets } from './read-presets.ts';
export {
  bootIdPath,
  fingerprintOf,
  readRequest,
  readResult,
  requestKeys,
  type SetupResult,
  writeResult,
} from './setup-request.ts';
