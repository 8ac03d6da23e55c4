// Imports of the drawing package, listed one by one, so that the services, which use other parts, do not load
// all of it.
export {
  defaultMachine,
  maxTextCharacters,
  parseLength,
  plotJob,
  previewSvg,
  testCardSvg,
  textAligns,
  textDefaults,
  textLimits,
  textSvg,
  writePlan,
} from '@stationery/drawing';
