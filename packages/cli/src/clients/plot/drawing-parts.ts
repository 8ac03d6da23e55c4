// Imports of the drawing package, listed one by one, so that the services, which use other parts, do not load
// all of it.
export {
  defaultMachine,
  plotJob,
  previewSvg,
  writePlan,
} from '@stationery/drawing';
