export { type ReasonTable, reasonForm } from '../reason-table.ts';
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
export { AboutJob, FleetOrder, FleetReport, ResumeAnswer } from './messages.ts';
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
  jobStates,
  QueueJob,
  QueueJobId,
  QueueJobState,
} from './queue-job.ts';
export { because, DeviceReason, FleetReason, fleetReasons, Why } from './reasons.ts';
export { maxTapRows, statisticsDays, TapDay } from './tap-day.ts';
