export * from './board/index.ts';
export { CollectionName, CollectionRollOut, CollectionVersion } from './collection.ts';
export {
  DeviceId,
  type DeviceJob,
  DeviceState,
  type PlotterDevice,
  type StationDevice,
  type TapCounts,
} from './device.ts';
export { AboutJob, FleetOrder, FleetReport } from './messages.ts';
export * from './names.ts';
export {
  type Permission,
  publishPermissions,
  sharedSubscriptions,
  subscribePermissions,
} from './permissions.ts';
export {
  JobClass,
  JobContent,
  jobPriorities,
  QueueJob,
  QueueJobId,
  QueueJobState,
} from './queue-job.ts';
export { maxTapRows, statisticsDays, TapDay } from './tap-day.ts';
