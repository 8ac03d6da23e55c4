// What the commands load when they need it. Named one by one, so that the services, which use other parts of the package,
// do not load all of it with theirs.
export {
  defaultMachine,
  plotJob,
  previewSvg,
  writePlan,
} from '@stationery/drawing';
