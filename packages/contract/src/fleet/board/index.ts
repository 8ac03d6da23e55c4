export type { BoardCollection } from './collections.ts';
export { boardCommonErrors, boardErrorCodes, describeBoard } from './description.ts';
export type { EnrolledDevice, EnrolmentCode, JoinAnswer, JoinRequest } from './enrolment.ts';
export type {
  BoardDevice,
  BoardJob,
  BoardStatus,
  NewQueueJob,
} from './resources.ts';
export { type BoardEvent, type BoardEventName, boardEvents, boardRoutes } from './routes.ts';
export type { FleetStatistics } from './statistics.ts';
